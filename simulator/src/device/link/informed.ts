/** What an inform says: devices name a module only where it is not their own firmware. */
export const informed = (version: string, module = ''): Readonly<Record<string, string>> =>
  module === '' ? { version } : { version, module }
