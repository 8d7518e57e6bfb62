/** Stryker runs the tests in a thread, where Node refuses to set the mask of new files. No mutant of a scope needs it. */
Object.assign(process, { umask: () => 0o077 })
