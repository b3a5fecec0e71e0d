/* Records what a program does to the files of one folder, and what it tells on its standard output.

   Loaded before the C library (LD_PRELOAD), it writes a record to the file $RECORDER_FILE for every call that changes
   something below $RECORDER_FOLDER, in the order of the calls: a line of text, and for a write its bytes.

   open   FD NAME CREATED TRUNCATED
   write  FD OFFSET LENGTH  (and the bytes)
   cut    FD LENGTH
   sync   FD
   unlink NAME
   close  FD
   told   LENGTH            (and the bytes: what went to standard output)
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char ours[1024];
static int recording = -2;

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int real_open(const char *path, int flags, mode_t mode) {
    REAL(int, "open64", const char *, int, ...);
    return real(path, flags, mode);
}

static ssize_t real_write(int fd, const void *data, size_t length) {
    REAL(ssize_t, "write", int, const void *, size_t);
    return real(fd, data, length);
}

static const char *folder(void) { return getenv("RECORDER_FOLDER"); }

static void record(const char *line, const void *data, size_t length) {
    pthread_mutex_lock(&lock);
    if (recording == -2) {
        const char *path = getenv("RECORDER_FILE");
        recording = path ? real_open(path, O_CREAT | O_WRONLY | O_APPEND, 0644) : -1;
    }
    if (recording >= 0) {
        real_write(recording, line, strlen(line));
        if (length) real_write(recording, data, length);
    }
    pthread_mutex_unlock(&lock);
}

static int inside(const char *path) {
    const char *place = folder();
    return place && path && strncmp(path, place, strlen(place)) == 0;
}

static int opened(int fd, const char *path, int flags, int existed) {
    if (fd >= 0 && fd < (int)sizeof ours) {
        ours[fd] = inside(path);
        if (ours[fd]) {
            char line[4600];
            int created = (flags & O_CREAT) && !existed;
            snprintf(line, sizeof line, "open %d %s %d %d\n", fd, path, created, (flags & O_TRUNC) != 0);
            record(line, NULL, 0);
        }
    }
    return fd;
}

static int opening(const char *path, int flags, mode_t mode) {
    int existed = access(path, F_OK) == 0;
    return opened(real_open(path, flags, mode), path, flags, existed);
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & O_CREAT) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { MODE(flags) return opening(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opening(path, flags, mode); }

int openat(int at, const char *path, int flags, ...) {
    MODE(flags)
    if (at == AT_FDCWD || (path && path[0] == '/')) return opening(path, flags, mode);
    REAL(int, "openat64", int, const char *, int, ...);
    return real(at, path, flags, mode);
}

int close(int fd) {
    REAL(int, "close", int);
    if (fd >= 0 && fd < (int)sizeof ours && ours[fd]) {
        char line[64];
        snprintf(line, sizeof line, "close %d\n", fd);
        record(line, NULL, 0);
        ours[fd] = 0;
    }
    return real(fd);
}

static void wrote(int fd, const void *data, ssize_t length, off_t offset) {
    if (length > 0 && fd >= 0 && fd < (int)sizeof ours && ours[fd]) {
        char line[128];
        snprintf(line, sizeof line, "write %d %lld %lld\n", fd, (long long)offset, (long long)length);
        record(line, data, (size_t)length);
    }
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    ssize_t done = real(fd, data, length, offset);
    wrote(fd, data, done, offset);
    return done;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    ssize_t done = real(fd, data, length, offset);
    wrote(fd, data, done, offset);
    return done;
}

ssize_t write(int fd, const void *data, size_t length) {
    off_t offset = fd >= 0 && fd < (int)sizeof ours && ours[fd] ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t done = real_write(fd, data, length);
    wrote(fd, data, done, offset);
    if (fd == STDOUT_FILENO && done > 0 && folder()) {
        char line[64];
        snprintf(line, sizeof line, "told %lld\n", (long long)done);
        record(line, data, (size_t)done);
    }
    return done;
}

static void cut(int fd, long long length) {
    char line[64];
    if (fd >= 0 && fd < (int)sizeof ours && ours[fd]) {
        snprintf(line, sizeof line, "cut %d %lld\n", fd, length);
        record(line, NULL, 0);
    }
}

int ftruncate(int fd, off_t length) {
    REAL(int, "ftruncate", int, off_t);
    int failed = real(fd, length);
    if (!failed) cut(fd, length);
    return failed;
}

int ftruncate64(int fd, off64_t length) {
    REAL(int, "ftruncate64", int, off64_t);
    int failed = real(fd, length);
    if (!failed) cut(fd, length);
    return failed;
}

static void synced(int fd) {
    char line[64];
    if (fd >= 0 && fd < (int)sizeof ours && ours[fd]) {
        snprintf(line, sizeof line, "sync %d\n", fd);
        record(line, NULL, 0);
    }
}

int fsync(int fd) {
    REAL(int, "fsync", int);
    int failed = real(fd);
    if (!failed) synced(fd);
    return failed;
}

int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    int failed = real(fd);
    if (!failed) synced(fd);
    return failed;
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    int failed = real(path);
    if (!failed && inside(path)) {
        char line[4200];
        snprintf(line, sizeof line, "unlink %s\n", path);
        record(line, NULL, 0);
    }
    return failed;
}
