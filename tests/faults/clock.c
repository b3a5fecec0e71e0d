/* Lets programs believe that it is another time: loaded before the C library (LD_PRELOAD), it answers every question for
   the time of day with the seconds since 1970 in $CLOCK_SAYS. Other clocks go on as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t now(void) { return (time_t)atoll(getenv("CLOCK_SAYS")); }

int clock_gettime(clockid_t id, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(id, time);
    if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) time->tv_sec = now();
    return failed;
}

time_t time(time_t *place) {
    if (place) *place = now();
    return now();
}

int gettimeofday(struct timeval *time, void *zone) {
    time->tv_sec = now();
    time->tv_usec = 0;
    return 0;
}
