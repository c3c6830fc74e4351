/** Spec 9: notes up to 120 characters. */
export const firmwareLimits = {
  note: 120,
  code: 32,
  hardwareModel: 32,
  module: 32,
  reportedAs: 64,
  products: 50,
  fileName: 200,
  /** Megabytes; the operator's `FIRMWARE_MB` is at most that. */
  maxMb: 1024,
} as const

export const firmwareFileEndings = ['bin', 'dav', 'tar', 'gz', 'zip', 'gzip', 'apk', 'xz', 'pack'] as const
