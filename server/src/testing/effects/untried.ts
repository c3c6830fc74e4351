/**
 * Writes that neither the walk nor a deed brings to success, and why. A call that is tried has no place here: the walk
 * of effects names it, so that the list shrinks by a test and grows by a reason alone.
 */
const own = 'asks for no code: it is about the caller’s own sign-in, with what only its owner has'
export const untried: Readonly<Record<string, string>> = {
  'session.linkOidc': own,
  'session.changePassword': own,
  'session.beginTwoStep': own,
  'session.confirmTwoStep': own,
  'session.endTwoStep': own,
  'session.mailEmailLink': own,
  'account.mailEmailLink': 'wants a mail server, and writes a link that only the account’s own mailbox shows',
  'account.resetTwoStep': 'wants an account with two-step sign-in: the tests of two steps try it',
  'demo.empty': 'wants a demo, and removes it: its own tests try it',
  'menu.sort': 'wants every row below one, and moves rows of the product for all tests after it',
  'firmware.restoreVersion': 'wants an older version whose place is free: the tests of versions try it',
  'firmware.retryDevices': 'wants an upgrade that has failed on a device: the tests of upgrades try it',
}

/** Calls that are neither tried nor excused, and excuses for calls that are tried. */
export function untriedIn(
  calls: readonly string[],
  done: ReadonlySet<string>,
  excuses: Readonly<Record<string, string>>,
): string[] {
  return [
    ...calls
      .filter((name) => !done.has(name) && !(name in excuses))
      .map((name) => `${name} is not tried: add a deed to testing/effects, or a reason to untried.ts`),
    ...Object.keys(excuses)
      .filter((name) => done.has(name))
      .map((name) => `${name} is tried by now: take it out of untried.ts`),
    ...Object.keys(excuses)
      .filter((name) => !calls.includes(name))
      .map((name) => `${name} of untried.ts is no call`),
  ]
}
