/*
 * A file layer for tests of power cuts, loaded with LD_PRELOAD into the server and into PostgreSQL.
 *
 * Every change of a file or of a name below VENI_CUT_ROOT takes effect at once, as in the memory of the kernel, and is
 * then appended to the log VENI_CUT_LOG. A sync reaches no disk: it waits VENI_CUT_SYNC_US microseconds and is appended,
 * too. From the log, server/test/power/simulated-disk.ts computes what a disk has after a power cut at any place of it.
 * change-log.ts has the form of a record.
 *
 * A call of libc that changes files and is not here would go unnoticed; simulated-disk.test.ts compares the files of a
 * whole run with the log. The buffered output of stdio is not logged: PostgreSQL uses it only for files that it does
 * not need after a crash.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum op { CREATE = 1, MKDIR, SYMLINK, LINK, WRITE, TRUNCATE, ALLOCATE, RENAME, UNLINK, SYNC, SYNC_ALL };

struct header {
  uint32_t magic;
  uint32_t op;
  uint64_t inode;
  uint64_t at;     /* offset or size in the file; for a sync the size of the log when it began */
  uint64_t length; /* of an allocated range; for a write 1 when it is synced (O_SYNC, O_DSYNC) */
  uint32_t first_bytes, second_bytes; /* of what follows: data, or one or two paths */
};

#define MAGIC 0x31545543u
#define MOST_FILES 65536
/* What is known of a descriptor below the root. */
#define OURS 1
#define SYNCED_WRITES 2

static unsigned char files[MOST_FILES];
static char root[PATH_MAX];
static size_t root_bytes;
static int log_file = -1;
static useconds_t sync_us;

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void fail(const char *why) {
  dprintf(2, "file layer: %s (errno %d)\n", why, errno);
  _exit(97);
}

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("VENI_CUT_ROOT"), *log = getenv("VENI_CUT_LOG"), *us = getenv("VENI_CUT_SYNC_US");
  if (!folder || !log) return;
  root_bytes = strlen(folder);
  if (root_bytes >= sizeof root) fail("the path of the root is too long");
  memcpy(root, folder, root_bytes + 1);
  sync_us = us ? (useconds_t)atoi(us) : 0;
  int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) fail("the log cannot be opened");
  /* A high number, which no program closes or counts on. */
  log_file = (int)syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, 900);
  if (log_file < 0) fail("the log has no descriptor");
  syscall(SYS_close, file);
}

static uint64_t log_size(void) {
  struct stat stats;
  if (fstat(log_file, &stats)) fail("the log has no size");
  return (uint64_t)stats.st_size;
}

/* The kernel appends a record as a whole, also when several processes append at once. */
static void append(enum op op, uint64_t inode, uint64_t at, uint64_t length, const struct iovec *first, int pieces,
                   const char *second) {
  int before = errno;
  struct header header = {MAGIC, op, inode, at, length, 0, second ? (uint32_t)strlen(second) : 0};
  struct iovec parts[IOV_MAX];
  if (pieces > IOV_MAX - 2) fail("a write has too many pieces");
  int count = 0;
  parts[count++] = (struct iovec){&header, sizeof header};
  for (int piece = 0; piece < pieces; piece++) {
    header.first_bytes += (uint32_t)first[piece].iov_len;
    parts[count++] = first[piece];
  }
  if (second) parts[count++] = (struct iovec){(void *)second, header.second_bytes};
  size_t total = sizeof header + header.first_bytes + header.second_bytes;
  if (syscall(SYS_writev, log_file, parts, count) != (long)total) fail("a record was not appended");
  errno = before;
}

static void append_paths(enum op op, uint64_t inode, const char *first, const char *second) {
  struct iovec piece = {(void *)first, strlen(first)};
  append(op, inode, 0, 0, &piece, 1, second);
}

/* Writes the absolute path without `.`, `..` and `//` to `result`. Returns whether it is the root or below it. */
static int is_ours(int folder, const char *path, char *result) {
  if (log_file < 0 || !path) return 0;
  char full[2 * PATH_MAX];
  if (path[0] == '/') {
    if (snprintf(full, sizeof full, "%s", path) >= PATH_MAX) return 0;
  } else {
    char start[PATH_MAX];
    if (folder == AT_FDCWD) {
      if (!getcwd(start, sizeof start)) return 0;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t bytes = readlink(link, start, sizeof start - 1);
      if (bytes < 0) return 0;
      start[bytes] = 0;
    }
    if (snprintf(full, sizeof full, "%s/%s", start, path) >= PATH_MAX) return 0;
  }
  size_t end = 0;
  for (char *rest, *part = strtok_r(full, "/", &rest); part; part = strtok_r(NULL, "/", &rest)) {
    if (!strcmp(part, ".")) continue;
    if (!strcmp(part, "..")) {
      while (end > 0 && result[--end] != '/');
      continue;
    }
    size_t bytes = strlen(part);
    result[end++] = '/';
    memcpy(result + end, part, bytes);
    end += bytes;
  }
  result[end] = 0;
  return end >= root_bytes && !memcmp(result, root, root_bytes) && (!result[root_bytes] || result[root_bytes] == '/');
}

/* A descriptor that libc closed by itself may be a socket now. */
static int is_ours_file(int file) {
  struct stat stats;
  if (log_file < 0 || file < 0 || file >= MOST_FILES || !(files[file] & OURS) || fstat(file, &stats)) return 0;
  return S_ISREG(stats.st_mode) || S_ISDIR(stats.st_mode);
}

static void remember(int file, unsigned char what) {
  if (file >= MOST_FILES) fail("a descriptor is too high");
  files[file] = what;
}

static uint64_t inode_of(int file) {
  struct stat stats;
  if (fstat(file, &stats)) fail("a file has no inode");
  return stats.st_ino;
}

static uint64_t inode_at(const char *path) {
  struct stat stats;
  if (lstat(path, &stats)) fail("a path has no inode");
  return stats.st_ino;
}

/* Opening -------------------------------------------------------------------------------------------------------- */

static int real_open(int folder, const char *path, int flags, mode_t mode) {
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static int open_logged(int folder, const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  if (!is_ours(folder, path, full)) {
    int file = real_open(folder, path, flags, mode);
    if (file >= 0 && file < MOST_FILES) files[file] = 0;
    return file;
  }
  if (flags & O_DIRECT) flags &= ~O_DIRECT;
  int file, is_new = 0;
  for (;;) {
    /* Only an exclusive creation shows whether the file is new. */
    if (flags & O_CREAT) {
      file = real_open(folder, path, flags | O_EXCL, mode);
      is_new = file >= 0;
      if (is_new || errno != EEXIST || flags & O_EXCL) break;
    }
    file = real_open(folder, path, flags & ~O_CREAT, mode);
    if (file >= 0 || errno != ENOENT || !(flags & O_CREAT)) break;
  }
  if (file < 0) return file;
  int is_synced = (flags & O_DSYNC) != 0;
  remember(file, OURS | (is_synced ? SYNCED_WRITES : 0));
  if (is_new) append_paths(CREATE, inode_of(file), full, NULL);
  else if (flags & O_TRUNC && (flags & O_ACCMODE) != O_RDONLY) append(TRUNCATE, inode_of(file), 0, 0, NULL, 0, NULL);
  return file;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) { MODE(flags) return open_logged(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_logged(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return open_logged(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return open_logged(folder, path, flags, mode); }
int __open_2(const char *path, int flags) { return open_logged(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_logged(AT_FDCWD, path, flags, 0); }
int creat(const char *path, mode_t mode) { return open_logged(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

int close(int file) {
  /* Before the call: another thread may get the number at once. */
  if (file >= 0 && file < MOST_FILES) files[file] = 0;
  return (int)syscall(SYS_close, file);
}

static int copied(int from, int file) {
  if (file >= 0 && file < MOST_FILES) files[file] = from >= 0 && from < MOST_FILES ? files[from] : 0;
  return file;
}

int dup(int from) { REAL(dup); return copied(from, real(from)); }
int dup2(int from, int to) { REAL(dup2); return copied(from, real(from, to)); }
int dup3(int from, int to, int flags) { REAL(dup3); return copied(from, real(from, to, flags)); }

static int fcntl_logged(int file, int command, void *argument) {
  int result = (int)syscall(SYS_fcntl, file, command, argument);
  return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? copied(file, result) : result;
}
#define ARGUMENT(last) \
  va_list list; \
  va_start(list, last); \
  void *argument = va_arg(list, void *); \
  va_end(list);
int fcntl(int file, int command, ...) { ARGUMENT(command) return fcntl_logged(file, command, argument); }
int fcntl64(int file, int command, ...) { ARGUMENT(command) return fcntl_logged(file, command, argument); }

/* Contents ------------------------------------------------------------------------------------------------------- */

/* Appends the first `bytes` of the pieces. A negative `at` means that the file position moved. */
static ssize_t log_write(int file, const struct iovec *pieces, int count, off_t at, ssize_t bytes) {
  if (bytes <= 0 || !is_ours_file(file)) return bytes;
  struct iovec written[IOV_MAX];
  ssize_t left = bytes;
  int used = 0;
  for (; used < count && left > 0; used++) {
    written[used] = pieces[used];
    if ((ssize_t)written[used].iov_len > left) written[used].iov_len = (size_t)left;
    left -= (ssize_t)written[used].iov_len;
  }
  if (at < 0) at = lseek(file, 0, SEEK_CUR) - bytes;
  append(WRITE, inode_of(file), (uint64_t)at, files[file] & SYNCED_WRITES ? 1 : 0, written, used, NULL);
  return bytes;
}

static ssize_t log_buffer(int file, const void *data, off_t at, ssize_t bytes) {
  struct iovec piece = {(void *)data, bytes > 0 ? (size_t)bytes : 0};
  return log_write(file, &piece, 1, at, bytes);
}

ssize_t write(int file, const void *data, size_t bytes) {
  return log_buffer(file, data, -1, syscall(SYS_write, file, data, bytes));
}
ssize_t pwrite(int file, const void *data, size_t bytes, off_t at) {
  return log_buffer(file, data, at, syscall(SYS_pwrite64, file, data, bytes, at));
}
ssize_t pwrite64(int file, const void *data, size_t bytes, off_t at) { return pwrite(file, data, bytes, at); }
ssize_t writev(int file, const struct iovec *pieces, int count) {
  return log_write(file, pieces, count, -1, syscall(SYS_writev, file, pieces, count));
}
ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t at) {
  REAL(pwritev);
  return log_write(file, pieces, count, at, real(file, pieces, count, at));
}
ssize_t pwritev64(int file, const struct iovec *pieces, int count, off_t at) { return pwritev(file, pieces, count, at); }

/* These have a slower way in every program: reading and writing. */
ssize_t sendfile(int to, int from, off_t *at, size_t bytes) {
  REAL(sendfile);
  if (is_ours_file(to)) return errno = EINVAL, -1;
  return real(to, from, at, bytes);
}
ssize_t sendfile64(int to, int from, off_t *at, size_t bytes) { return sendfile(to, from, at, bytes); }
ssize_t copy_file_range(int from, off_t *at, int to, off_t *to_at, size_t bytes, unsigned flags) {
  REAL(copy_file_range);
  if (is_ours_file(to)) return errno = ENOSYS, -1;
  return real(from, at, to, to_at, bytes, flags);
}
int ioctl(int file, unsigned long request, ...) {
  ARGUMENT(request)
  if (is_ours_file(file) && request == 0x40049409 /* FICLONE */) return errno = EOPNOTSUPP, -1;
  return (int)syscall(SYS_ioctl, file, request, argument);
}
long syscall(long number, ...) {
  REAL(syscall);
  va_list list;
  va_start(list, number);
  long a[6];
  for (int argument = 0; argument < 6; argument++) a[argument] = va_arg(list, long);
  va_end(list);
  if (log_file >= 0) {
    if (number == SYS_close && a[0] >= 0 && a[0] < MOST_FILES) files[a[0]] = 0;
    if (number == SYS_copy_file_range && is_ours_file((int)a[2])) return errno = ENOSYS, -1;
#ifdef SYS_io_uring_setup
    if (number == SYS_io_uring_setup) return errno = ENOSYS, -1;
#endif
  }
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t at) {
  if (flags & MAP_SHARED && protection & PROT_WRITE && !(flags & MAP_ANONYMOUS) && is_ours_file(file))
    fail("a file is written through mmap, which is not logged");
  return (void *)syscall(SYS_mmap, address, bytes, protection, flags, file, at);
}
void *mmap64(void *address, size_t bytes, int protection, int flags, int file, off_t at) {
  return mmap(address, bytes, protection, flags, file, at);
}

int ftruncate(int file, off_t size) {
  int result = (int)syscall(SYS_ftruncate, file, size);
  if (!result && is_ours_file(file)) append(TRUNCATE, inode_of(file), (uint64_t)size, 0, NULL, 0, NULL);
  return result;
}
int ftruncate64(int file, off_t size) { return ftruncate(file, size); }
int truncate(const char *path, off_t size) {
  char full[PATH_MAX];
  int result = (int)syscall(SYS_truncate, path, size);
  if (!result && is_ours(AT_FDCWD, path, full)) append(TRUNCATE, inode_at(full), (uint64_t)size, 0, NULL, 0, NULL);
  return result;
}
int truncate64(const char *path, off_t size) { return truncate(path, size); }
int posix_fallocate(int file, off_t at, off_t bytes) {
  REAL(posix_fallocate);
  int result = real(file, at, bytes);
  if (!result && is_ours_file(file)) append(ALLOCATE, inode_of(file), (uint64_t)at, (uint64_t)bytes, NULL, 0, NULL);
  return result;
}
int posix_fallocate64(int file, off_t at, off_t bytes) { return posix_fallocate(file, at, bytes); }
int fallocate(int file, int mode, off_t at, off_t bytes) {
  if (is_ours_file(file)) return errno = EOPNOTSUPP, -1;
  return (int)syscall(SYS_fallocate, file, mode, at, bytes);
}
int fallocate64(int file, int mode, off_t at, off_t bytes) { return fallocate(file, mode, at, bytes); }

/* Names ---------------------------------------------------------------------------------------------------------- */

int mkdirat(int folder, const char *path, mode_t mode) {
  char full[PATH_MAX];
  int result = (int)syscall(SYS_mkdirat, folder, path, mode);
  if (!result && is_ours(folder, path, full)) append_paths(MKDIR, inode_at(full), full, NULL);
  return result;
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
int symlink(const char *target, const char *path) {
  char full[PATH_MAX];
  int result = (int)syscall(SYS_symlinkat, target, AT_FDCWD, path);
  if (!result && is_ours(AT_FDCWD, path, full)) append_paths(SYMLINK, inode_at(full), full, target);
  return result;
}
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  char full[PATH_MAX], other[PATH_MAX];
  int result = (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
  if (!result && is_ours(from_folder, from, full) && is_ours(to_folder, to, other)) append_paths(LINK, 0, full, other);
  return result;
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char full[PATH_MAX], other[PATH_MAX];
  int result = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  if (result) return result;
  int is_from = is_ours(from_folder, from, full), is_to = is_ours(to_folder, to, other);
  if (is_from != is_to || (is_from && flags & RENAME_EXCHANGE)) fail("a rename that is not logged");
  if (is_from) append_paths(RENAME, 0, full, other);
  return 0;
}
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return renameat2(from_folder, from, to_folder, to, 0);
}
int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
int unlinkat(int folder, const char *path, int flags) {
  char full[PATH_MAX];
  int result = (int)syscall(SYS_unlinkat, folder, path, flags);
  if (!result && is_ours(folder, path, full)) append_paths(UNLINK, 0, full, NULL);
  return result;
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) { return !unlink(path) ? 0 : errno == EISDIR || errno == EPERM ? rmdir(path) : -1; }

/* Syncs ---------------------------------------------------------------------------------------------------------- */

/* Only what was written before the call began is certainly on the disk afterwards. */
static int sync_logged(enum op op, uint64_t inode) {
  uint64_t began = log_size();
  usleep(sync_us);
  append(op, inode, began, 0, NULL, 0, NULL);
  return 0;
}

int fsync(int file) {
  if (is_ours_file(file)) return sync_logged(SYNC, inode_of(file));
  return (int)syscall(SYS_fsync, file);
}
int fdatasync(int file) {
  if (is_ours_file(file)) return sync_logged(SYNC, inode_of(file));
  return (int)syscall(SYS_fdatasync, file);
}
int syncfs(int file) {
  if (is_ours_file(file)) return sync_logged(SYNC_ALL, 0);
  return (int)syscall(SYS_syncfs, file);
}
void sync(void) {
  if (log_file >= 0) sync_logged(SYNC_ALL, 0);
}
/* It promises nothing after a power cut: neither sizes nor the cache of the disk. */
int sync_file_range(int file, off_t at, off_t bytes, unsigned flags) {
  if (is_ours_file(file)) return 0;
  REAL(sync_file_range);
  return real(file, at, bytes, flags);
}
