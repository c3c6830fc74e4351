/** Payload of an inform. Devices name a module only if it is not their own firmware. */
export const informed = (version: string, module = ''): Readonly<Record<string, string>> =>
  module === '' ? { version } : { version, module }
