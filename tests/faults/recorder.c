/* Records what programs do to the files of one folder and what they print, and makes one of these calls fail.

   Loaded before the C library (LD_PRELOAD), it appends a record to the file $RECORDER_FILE for every call that changes
   something below $RECORDER_FOLDER, in the order of the calls: a line of text that begins with the process, and for a
   write its bytes. Several processes may share the file as long as they take turns.

   PID open   FD NAME CREATED TRUNCATED
   PID write  FD OFFSET LENGTH  (and the bytes)
   PID cut    FD LENGTH
   PID sync   FD
   PID unlink NAME
   PID link   NAME NEW
   PID rename NAME NEW
   PID close  FD
   PID told   LENGTH            (and the bytes: what went to standard output)

   $RECORDER_FAULT is a file that holds a `struct fault`. It counts the calls down, and at 0 the call fails with `error`,
   or the process is killed where that is 0. Of a write, half is written even then. Where `error` is SHORT, writes alone
   count, and one of them says that it wrote half.
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
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
    char begin[32];
    snprintf(begin, sizeof begin, "%d ", (int)getpid());
    struct iovec parts[] = {{begin, strlen(begin)}, {(void *)line, strlen(line)}, {(void *)data, length}};
    pthread_mutex_lock(&lock);
    if (recording == -2) {
        const char *path = getenv("RECORDER_FILE");
        recording = path ? real_open(path, O_CREAT | O_WRONLY | O_APPEND, 0644) : -1;
    }
    if (recording >= 0 && writev(recording, parts, 3) < 0) abort();
    pthread_mutex_unlock(&lock);
}

struct fault {
    int left;    /* calls up to the one that fails; 0: none will */
    int error;   /* the error, 0 for a kill, or SHORT */
    int reading; /* whether calls that only read count */
    int calls;   /* how many calls there were */
    int fired;   /* whether one failed */
};

static struct fault *fault(void) {
    static struct fault *found;
    const char *path = found ? NULL : getenv("RECORDER_FAULT");
    int fd = path ? real_open(path, O_RDWR, 0) : -1;
    if (fd >= 0) {
        void *place = mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (place != MAP_FAILED) found = place;
        close(fd);
    }
    return found;
}

enum kind { OTHER, READING, WRITING };
enum { SHORT = -1 };

/* Whether the next call that writes is the one that fails. */
static int next_fails(void) { return fault() && fault()->left == 1; }

/* Count a call: whether it has to fail. */
static int fails(enum kind kind) {
    struct fault *now = fault();
    if (!now || (kind == READING && !now->reading) || (now->error == SHORT && kind != WRITING)) return 0;
    now->calls++;
    if (!now->left || --now->left) return 0;
    now->fired = 1;
    if (!now->error) kill(getpid(), SIGKILL);
    if (now->error != SHORT) errno = now->error;
    return 1;
}

/* What a write returns that wrote so much, if it has to fail: -1, or that it was short. */
static ssize_t failed_write(ssize_t done) { return fault()->error == SHORT ? done : -1; }

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
    if (inside(path) && fails(OTHER)) return -1;
    int existed = access(path, F_OK) == 0;
    return opened(real_open(path, flags, mode), path, flags, existed);
}

#define OURS(fd) ((fd) >= 0 && (fd) < (int)sizeof ours && ours[fd])

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
    if (OURS(fd)) {
        char line[64];
        snprintf(line, sizeof line, "close %d\n", fd);
        record(line, NULL, 0);
        ours[fd] = 0;
    }
    return real(fd);
}

static void wrote(int fd, const void *data, ssize_t length, off_t offset) {
    if (length > 0 && OURS(fd)) {
        char line[128];
        snprintf(line, sizeof line, "write %d %lld %lld\n", fd, (long long)offset, (long long)length);
        record(line, data, (size_t)length);
    }
}

#define PWRITE(name, offset_type) \
    ssize_t name(int fd, const void *data, size_t length, offset_type offset) { \
        REAL(ssize_t, #name, int, const void *, size_t, offset_type); \
        int half = OURS(fd) && next_fails(); \
        ssize_t done = real(fd, data, half ? length / 2 : length, offset); \
        wrote(fd, data, done, offset); \
        return OURS(fd) && fails(WRITING) ? failed_write(done) : done; \
    }

PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define PREAD(name, offset_type) \
    ssize_t name(int fd, void *data, size_t length, offset_type offset) { \
        REAL(ssize_t, #name, int, void *, size_t, offset_type); \
        return OURS(fd) && fails(READING) ? -1 : real(fd, data, length, offset); \
    }

PREAD(pread, off_t)
PREAD(pread64, off64_t)

ssize_t write(int fd, const void *data, size_t length) {
    off_t offset = OURS(fd) ? lseek(fd, 0, SEEK_CUR) : 0;
    int half = OURS(fd) && next_fails();
    ssize_t done = real_write(fd, data, half ? length / 2 : length);
    wrote(fd, data, done, offset);
    if (OURS(fd) && fails(WRITING)) return failed_write(done);
    if (fd == STDOUT_FILENO && done > 0 && folder()) {
        char line[64];
        snprintf(line, sizeof line, "told %lld\n", (long long)done);
        record(line, data, (size_t)done);
    }
    return done;
}

ssize_t read(int fd, void *data, size_t length) {
    REAL(ssize_t, "read", int, void *, size_t);
    return OURS(fd) && fails(READING) ? -1 : real(fd, data, length);
}

int mkdir(const char *path, mode_t mode) {
    REAL(int, "mkdir", const char *, mode_t);
    return inside(path) && fails(OTHER) ? -1 : real(path, mode);
}

static void cut(int fd, long long length) {
    char line[64];
    if (OURS(fd)) {
        snprintf(line, sizeof line, "cut %d %lld\n", fd, length);
        record(line, NULL, 0);
    }
}

int ftruncate(int fd, off_t length) {
    REAL(int, "ftruncate", int, off_t);
    if (OURS(fd) && fails(OTHER)) return -1;
    int failed = real(fd, length);
    if (!failed) cut(fd, length);
    return failed;
}

int ftruncate64(int fd, off64_t length) {
    REAL(int, "ftruncate64", int, off64_t);
    if (OURS(fd) && fails(OTHER)) return -1;
    int failed = real(fd, length);
    if (!failed) cut(fd, length);
    return failed;
}

static void synced(int fd) {
    char line[64];
    if (OURS(fd)) {
        snprintf(line, sizeof line, "sync %d\n", fd);
        record(line, NULL, 0);
    }
}

int fsync(int fd) {
    REAL(int, "fsync", int);
    if (OURS(fd) && fails(OTHER)) return -1;
    int failed = real(fd);
    if (!failed) synced(fd);
    return failed;
}

int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    if (OURS(fd) && fails(OTHER)) return -1;
    int failed = real(fd);
    if (!failed) synced(fd);
    return failed;
}

static void named(const char *what, const char *path, const char *fresh) {
    char line[8400];
    if (inside(path)) {
        snprintf(line, sizeof line, "%s %s%s%s\n", what, path, *fresh ? " " : "", fresh);
        record(line, NULL, 0);
    }
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    int failed = inside(path) && fails(OTHER) ? -1 : real(path);
    if (!failed) named("unlink", path, "");
    return failed;
}

int link(const char *path, const char *fresh) {
    REAL(int, "link", const char *, const char *);
    int failed = inside(path) && fails(OTHER) ? -1 : real(path, fresh);
    if (!failed) named("link", path, fresh);
    return failed;
}

int rename(const char *path, const char *fresh) {
    REAL(int, "rename", const char *, const char *);
    int failed = inside(path) && fails(OTHER) ? -1 : real(path, fresh);
    if (!failed) named("rename", path, fresh);
    return failed;
}
