type Known = readonly (readonly [RegExp, string])[]

// Order matters: most browsers also name the ones they descend from.
const browsers: Known = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: Known = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (known: Known, userAgent: string): string =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

/** Browser and system by their usual names; empty if the user agent does not name them. */
export const browserOf = (userAgent: string): { browser: string; system: string } => ({
  browser: nameIn(browsers, userAgent),
  system: nameIn(systems, userAgent),
})
