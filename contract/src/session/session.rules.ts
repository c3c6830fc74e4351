/** product.md, Sessions. */
export const sessionLimits = {
  captchaSeconds: 300,
  captchaLength: 4,
  slidingHours: 12,
  absoluteDays: 30,
  failuresBeforeLock: 5,
  lockMinutes: 15,
  codeSeconds: 60,
  /** Failures for one account from anywhere within an hour, after which one attempt in `brakeSeconds` is allowed. */
  failuresBeforeBrake: 20,
  brakeSeconds: 60,
  /** A browser that signed in to an account is not slowed by what others fail. */
  knownBrowserDays: 90,
} as const
