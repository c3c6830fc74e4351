import hooks, { type AsyncHook } from 'node:async_hooks'

/**
 * Loaded before everything else in a process that runs tests. Node's runner follows every promise and every handle, to
 * find the suite of a new test and the test of a late error. Under load that takes a fifth of the processor time of a
 * test. So it follows only while a file registers its tests; a late error is attributed to the file that runs
 * (shard.ts).
 */
const runner: AsyncHook[] = []
let isFollowing = true
const { createHook } = hooks

hooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  runner.push(hook)
  return {
    enable: () => (isFollowing ? hook.enable() : hook),
    disable: () => hook.disable(),
  }
}

/** Whether the runner finds the suite of a new test. */
export function setFollowing(on: boolean): void {
  isFollowing = on
  for (const hook of runner) {
    if (on) hook.enable()
    else hook.disable()
  }
}
