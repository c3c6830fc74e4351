/**
 * `/?info=notify`, the address at the foot of every e-mail, opens how one is notified over the first screen. It waits in the tab's
 * session storage, as the person may have to sign in first.
 */

const place = 'brigade.requestedDialog'

export function noteRequestedDialog({ info }: { info?: unknown }): void {
  if (info !== 'notify') return
  try {
    sessionStorage.setItem(place, 'notify')
  } catch {
    // Without storage the address leads to the first screen alone.
  }
}

/** Returns the requested dialog once and clears the request. */
export function takeRequestedDialog(): 'notify' | null {
  try {
    const requested = sessionStorage.getItem(place)
    sessionStorage.removeItem(place)
    return requested === 'notify' ? requested : null
  } catch {
    return null
  }
}
