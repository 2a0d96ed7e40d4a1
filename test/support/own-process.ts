/**
 * Imported by a test that changes or measures its process (environment, clock, memory, what others share), or awaits at its top
 * level: its file gets a process of its own, and the kind `process` in its name.
 */
export {}
