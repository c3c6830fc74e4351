/** These values persist in local storage. Storage may be full, blocked or edited by hand; then nothing is remembered. */
const prefix = 'brigade.'

export function remembered<T>(key: string, read: (value: unknown) => T | undefined, fallback: T): T {
  try {
    const text = localStorage.getItem(prefix + key)
    return text === null ? fallback : (read(JSON.parse(text)) ?? fallback)
  } catch {
    return fallback
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Storing is optional; the choice applies until the page is left.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    // Reading is optional too, so the failure is ignored.
  }
}

/** The same for this tab alone, until it is closed. */
export function rememberedHere<T>(key: string, read: (value: unknown) => T | undefined): T | undefined {
  try {
    const text = sessionStorage.getItem(prefix + key)
    return text === null ? undefined : read(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Returns whether the value was stored: if not, a reload would lose it. */
export function rememberHere(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function forgetHere(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key)
  } catch {
    // Removing is optional too, so the failure is ignored.
  }
}

/** Calls back when another tab of this console changes the value stored under the key. */
export function onRememberedElsewhere(key: string, react: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === prefix + key || event.key === null) react()
  })
}

/** Reads one of a list of words. */
export const oneOf =
  <const T extends string>(allowed: readonly T[]) =>
  (value: unknown): T | undefined =>
    allowed.find((word) => word === value)
