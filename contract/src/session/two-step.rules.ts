import type { Enrolment } from './two-step.model.ts'

/**
 * A code in the form in which it is compared: apps show `123 456`, and recovery codes are printed `XXXXX-XXXXX` and
 * tolerate characters that look alike.
 */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

/** Builds the `otpauth:` address that the QR code carries to an authenticator app. */
export function authenticatorUri({ secret, issuer, account }: Enrolment): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
