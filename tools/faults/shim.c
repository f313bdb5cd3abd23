/* Faults for a program under test, by LD_PRELOAD: a call of the C library on a file below FAULT_ROOT fails, is short, or
 * is the last call of the program.
 *
 * FAULT_ROOT    absolute path of the folder; calls on files elsewhere are not changed
 * FAULT_CALL    open, create, read, write, fsync, rename, unlink, mkdir, list, stat, lock, or any: all that change a file
 * FAULT_AT      number of the call, from 1; 0: none
 * FAULT_DO      fail: with FAULT_ERRNO; short: a write of a half; full: a half, then no more space; kill: SIGKILL instead of
 *               the call; tear: half of a write, then SIGKILL; cut: as kill, and data that was not synced is lost
 * FAULT_STICKY  if set, that call and all later ones
 * FAULT_SEED    for cut: each name that was not synced is lost with probability 1/2; if unset, all are lost
 * FAULT_SPARE   for cut: an empty folder on the same disk
 * FAULT_CLOCK   RATE:AT:REAL:MONOTONIC: time runs RATE times as fast; at the AT-th read the clocks jump by so many seconds
 * FAULT_REPORT  file for the counts at the end, and for the call that was hit
 *
 * A cut at no call (FAULT_AT=0) comes after the end of the program: its results must be safe by then.
 *
 * In this model, a disk keeps after a cut: a file up to its length at its last sync; a name (new, or renamed over another)
 * if its folder was synced after it. Folders and removals are kept at once. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))
#define FILES 4096
#define HANDLES 4096

enum call { OPEN, CREATE, READ, WRITE, SYNC, RENAME, UNLINK, MKDIR, LIST, STAT, LOCK, CALLS };
static const char *const NAMES[CALLS] = {"open", "create", "read", "write", "fsync", "rename",
                                         "unlink", "mkdir", "list", "stat", "lock"};
enum act { PASS, FAIL, SHORT, FULL, KILL, TEAR, CUT };
static const char *const ACTS[] = {"", "fail", "short", "full", "kill", "tear", "cut"};

/* A file below the root. */
struct file {
    char path[PATH_MAX];
    char before[PATH_MAX]; /* path of the file that had this name at the last sync of the folder */
    off_t synced;
    int is_dirty, is_new;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct file *files[FILES];
static char *handles[HANDLES];
static long counts[CALLS], seen, at, looks, spares;
static const char *root, *wanted, *report;
static enum act act;
static int fault_errno, is_sticky, is_ready;
static uint64_t coin;
static int has_coin;

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static const char *setting(const char *name) {
    const char *text = getenv(name);
    return text != NULL ? text : "";
}

__attribute__((constructor)) static void begin(void) {
    root = setting("FAULT_ROOT");
    wanted = setting("FAULT_CALL");
    report = setting("FAULT_REPORT");
    at = atol(setting("FAULT_AT"));
    fault_errno = atoi(setting("FAULT_ERRNO"));
    is_sticky = getenv("FAULT_STICKY") != NULL;
    has_coin = getenv("FAULT_SEED") != NULL;
    coin = strtoull(setting("FAULT_SEED"), NULL, 10);
    for (size_t number = 0; number < sizeof ACTS / sizeof *ACTS; number++)
        if (strcmp(setting("FAULT_DO"), ACTS[number]) == 0)
            act = number;
    is_ready = *root != 0;
}

static void tell(const char *word, long number, const char *text) {
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%s %ld %s\n", word, number, text);
    int to = syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (to < 0)
        return;
    syscall(SYS_write, to, line, length);
    syscall(SYS_close, to);
}

static int is_ours(const char *path) {
    size_t length = strlen(root);
    return is_ready && path != NULL && strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static const char *path_of(int handle) {
    return is_ready && handle >= 0 && handle < HANDLES ? handles[handle] : NULL;
}

/* The entry of a file; a new one if there is none. */
static struct file *file_of(const char *path) {
    int number = 0;
    while (number < FILES && files[number] != NULL && strcmp(files[number]->path, path) != 0)
        number++;
    if (number == FILES)
        abort();
    if (files[number] == NULL) {
        files[number] = calloc(1, sizeof(struct file));
        strncpy(files[number]->path, path, PATH_MAX - 1);
    }
    return files[number];
}

static int is_lost(void) {
    coin = coin * 6364136223846793005u + 1442695040888963407u;
    return !has_coin || coin >> 63;
}

static void lose_what_is_not_synced(void) {
    for (int number = 0; number < FILES && files[number] != NULL; number++) {
        struct file *file = files[number];
        if (file->is_new && is_lost()) {
            if (*file->before == 0)
                REAL(unlink)(file->path);
            else
                REAL(rename)(file->before, file->path);
        } else if (file->is_dirty && truncate(file->path, file->synced) != 0) {
            continue; /* it is gone */
        }
    }
}

static void stop(void) {
    if (act == CUT)
        lose_what_is_not_synced();
    kill(getpid(), SIGKILL);
    pause();
}

/* Counts a call, and returns the fault to apply to it. */
static enum act meet(enum call call, const char *path) {
    counts[call]++;
    int is_change = call == CREATE || call == WRITE || call == SYNC || call == RENAME || call == UNLINK || call == MKDIR;
    if (act == PASS || !(strcmp(wanted, NAMES[call]) == 0 || (is_change && strcmp(wanted, "any") == 0)))
        return PASS;
    seen++;
    if (at == 0 || seen < at || (seen > at && !is_sticky && act != FULL))
        return PASS;
    if (seen == at || is_sticky)
        tell(NAMES[call], seen, path);
    if (act == KILL || act == CUT || (act == TEAR && call != WRITE))
        stop();
    if (act == FULL && seen > at) {
        errno = ENOSPC;
        return FAIL;
    }
    errno = act == FULL ? ENOSPC : fault_errno;
    return act;
}

__attribute__((destructor)) static void end(void) {
    if (!is_ready)
        return;
    pthread_mutex_lock(&mutex);
    for (int call = 0; call < CALLS; call++)
        tell("count", counts[call], NAMES[call]);
    tell("count", looks, "clock");
    if (act == CUT && at == 0)
        lose_what_is_not_synced();
    is_ready = 0;
    pthread_mutex_unlock(&mutex);
}

static void note_open(int handle, const char *path, int flags, int was_there) {
    if (handle < 0 || handle >= HANDLES)
        return;
    free(handles[handle]);
    handles[handle] = strdup(path);
    if ((flags & O_ACCMODE) == O_RDONLY)
        return;
    struct stat now;
    struct file *file = file_of(path);
    if (!was_there) {
        /* The entry may belong to a file that was removed. */
        file->is_new = 1;
        file->is_dirty = 0;
        file->synced = 0;
        *file->before = 0;
    } else if ((flags & O_TRUNC) != 0) {
        file->is_dirty = 1;
        file->synced = 0;
    } else if (!file->is_dirty && fstat(handle, &now) == 0) {
        file->synced = now.st_size;
    }
}

static int open_any(const char *name, const char *path, int flags, mode_t mode) {
    int (*opens)(const char *, int, ...) = (int (*)(const char *, int, ...))real(name);
    if (!is_ours(path))
        return opens(path, flags, mode);
    pthread_mutex_lock(&mutex);
    int handle = -1;
    if (meet((flags & O_ACCMODE) == O_RDONLY ? OPEN : CREATE, path) != FAIL) {
        struct stat before;
        int was_there = lstat(path, &before) == 0;
        handle = opens(path, flags, mode);
        int error = errno;
        note_open(handle, path, flags, was_there);
        errno = error;
    }
    pthread_mutex_unlock(&mutex);
    return handle;
}

#define OPENS(name)                                                                                                            \
    int name(const char *path, int flags, ...) {                                                                               \
        va_list rest;                                                                                                          \
        va_start(rest, flags);                                                                                                 \
        mode_t mode = va_arg(rest, mode_t);                                                                                    \
        va_end(rest);                                                                                                          \
        return open_any(#name, path, flags, mode);                                                                             \
    }
OPENS(open)
OPENS(open64)

int close(int handle) {
    pthread_mutex_lock(&mutex);
    if (path_of(handle) != NULL) {
        free(handles[handle]);
        handles[handle] = NULL;
    }
    pthread_mutex_unlock(&mutex);
    return REAL(close)(handle);
}

ssize_t read(int handle, void *bytes, size_t length) {
    pthread_mutex_lock(&mutex);
    const char *path = path_of(handle);
    enum act now = path != NULL ? meet(READ, path) : PASS;
    pthread_mutex_unlock(&mutex);
    if (now == FAIL)
        return -1;
    return REAL(read)(handle, bytes, now == SHORT ? (length + 1) / 2 : length);
}

ssize_t write(int handle, const void *bytes, size_t length) {
    pthread_mutex_lock(&mutex);
    const char *path = path_of(handle);
    enum act now = path != NULL ? meet(WRITE, path) : PASS;
    if (now == FAIL) {
        pthread_mutex_unlock(&mutex);
        return -1;
    }
    if (now == SHORT || now == FULL || now == TEAR)
        length = (length + 1) / 2;
    ssize_t written = REAL(write)(handle, bytes, length);
    int error = errno;
    if (path != NULL)
        file_of(path)->is_dirty = 1;
    if (now == TEAR)
        stop();
    pthread_mutex_unlock(&mutex);
    errno = error;
    return written;
}

/* Only the first part is written; callers in the standard library handle short writes. */
ssize_t writev(int handle, const struct iovec *parts, int count) {
    if (path_of(handle) == NULL)
        return REAL(writev)(handle, parts, count);
    for (int part = 0; part < count; part++)
        if (parts[part].iov_len > 0)
            return write(handle, parts[part].iov_base, parts[part].iov_len);
    return 0;
}

static void note_sync(int handle, const char *path) {
    struct stat now;
    if (fstat(handle, &now) != 0)
        return;
    if (!S_ISDIR(now.st_mode)) {
        struct file *file = file_of(path);
        file->is_dirty = 0;
        file->synced = now.st_size;
        return;
    }
    size_t length = strlen(path);
    for (int number = 0; number < FILES && files[number] != NULL; number++) {
        struct file *file = files[number];
        char *last = strrchr(file->path, '/');
        if ((size_t)(last - file->path) != length || strncmp(file->path, path, length) != 0)
            continue;
        file->is_new = 0;
        if (*file->before != 0)
            REAL(unlink)(file->before);
        *file->before = 0;
    }
}

static int sync_any(const char *name, int handle) {
    int (*syncs)(int) = (int (*)(int))real(name);
    pthread_mutex_lock(&mutex);
    const char *path = path_of(handle);
    int result = -1;
    if (path == NULL || meet(SYNC, path) != FAIL) {
        result = syncs(handle);
        if (path != NULL && result == 0)
            note_sync(handle, path);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

int fsync(int handle) {
    return sync_any("fsync", handle);
}

int fdatasync(int handle) {
    return sync_any("fdatasync", handle);
}

/* Before `to` gets another file: keeps the old one, which a cut would restore. */
static void keep_before(struct file *file, const char *to) {
    if (file->is_new)
        return; /* the kept file is older */
    file->is_new = 1;
    *file->before = 0;
    if (act != CUT)
        return;
    char spare[PATH_MAX];
    snprintf(spare, sizeof spare, "%s/%d-%ld", setting("FAULT_SPARE"), getpid(), ++spares);
    if (link(to, spare) == 0)
        strcpy(file->before, spare);
}

int rename(const char *from, const char *to) {
    if (!is_ours(from) || !is_ours(to))
        return REAL(rename)(from, to);
    pthread_mutex_lock(&mutex);
    int result = -1;
    if (meet(RENAME, to) != FAIL) {
        struct file *target = file_of(to), *source = file_of(from);
        keep_before(target, to);
        result = REAL(rename)(from, to);
        target->is_dirty = source->is_dirty;
        target->synced = source->synced;
        source->is_new = source->is_dirty = 0;
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

int unlink(const char *path) {
    if (!is_ours(path))
        return REAL(unlink)(path);
    pthread_mutex_lock(&mutex);
    int result = meet(UNLINK, path) == FAIL ? -1 : REAL(unlink)(path);
    if (result == 0) {
        struct file *file = file_of(path);
        file->is_new = file->is_dirty = 0;
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

/* The other calls fail or succeed. */
#define COUNTED(call, path)                                                                                                    \
    pthread_mutex_lock(&mutex);                                                                                                \
    enum act now = is_ours(path) ? meet(call, path) : PASS;                                                                    \
    pthread_mutex_unlock(&mutex)

int mkdir(const char *path, mode_t mode) {
    COUNTED(MKDIR, path);
    return now == FAIL ? -1 : REAL(mkdir)(path, mode);
}

DIR *opendir(const char *path) {
    COUNTED(LIST, path);
    return now == FAIL ? NULL : REAL(opendir)(path);
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *found) {
    COUNTED(STAT, path);
    return now == FAIL ? -1 : REAL(statx)(folder, path, flags, mask, found);
}

int flock(int handle, int operation) {
    pthread_mutex_lock(&mutex);
    const char *path = path_of(handle);
    enum act now = path != NULL ? meet(LOCK, path) : PASS;
    pthread_mutex_unlock(&mutex);
    return now == FAIL ? -1 : REAL(flock)(handle, operation);
}

int clock_gettime(clockid_t which, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, which, time);
    long jump_at, jumps[2];
    double rate;
    if (result != 0 || sscanf(setting("FAULT_CLOCK"), "%lf:%ld:%ld:%ld", &rate, &jump_at, &jumps[0], &jumps[1]) != 4)
        return result;
    if (which != CLOCK_REALTIME && which != CLOCK_MONOTONIC)
        return result;
    long look = __atomic_add_fetch(&looks, 1, __ATOMIC_RELAXED);
    if (which == CLOCK_MONOTONIC) {
        double now = rate * (time->tv_sec + 1e-9 * time->tv_nsec);
        time->tv_sec = (time_t)now;
        time->tv_nsec = (long)(1e9 * (now - (double)(time_t)now));
    }
    if (look >= jump_at)
        time->tv_sec += jumps[which == CLOCK_MONOTONIC];
    return 0;
}
