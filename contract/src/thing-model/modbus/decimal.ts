/**
 * Coefficients are decimals as a person wrote them: 3 × 0.1 must be 0.3 and not 0.30000000000000004, also with a
 * counter of fifteen digits. So they are multiplied and divided as whole numbers with an exponent, and rounded once at
 * the end.
 */
export type Decimal = Readonly<{ digits: bigint; exponent: number }>

/** The shortest decimal that names this number. */
export function decimalOf(value: number): Decimal {
  const [digits = '0', exponent = '0'] = value.toExponential().split('e')
  const fraction = digits.split('.')[1] ?? ''
  return { digits: BigInt(digits.replace('.', '')), exponent: Number(exponent) - fraction.length }
}

const numberOf = ({ digits, exponent }: Decimal): number => Number(`${digits}e${exponent}`)

export function multiplied(value: Decimal, by: number): number {
  const factor = decimalOf(by)
  return numberOf({ digits: value.digits * factor.digits, exponent: value.exponent + factor.exponent })
}

/** More than twice the digits of a double, so that the remainder cannot change the rounding. */
const guard = 40

export function divided(value: number, by: number): number {
  const from = decimalOf(value)
  const divisor = decimalOf(by)
  const digits = (from.digits * 10n ** BigInt(guard)) / divisor.digits
  return numberOf({ digits, exponent: from.exponent - divisor.exponent - guard })
}

/**
 * Returns value / coefficient if it is whole, null if it is not. A millionth of a step is tolerated, because
 * multiplying by 0.333… was rounded too.
 */
export function nearestWhole(value: number, by: number): bigint | null {
  const from = decimalOf(value)
  const divisor = decimalOf(by)
  const shift = from.exponent - divisor.exponent
  // A quotient of this length cannot be a register's, so neither end needs to be exact.
  if (shift > 100) return from.digits === 0n ? 0n : from.digits * 10n ** 100n
  if (shift < -400) return from.digits === 0n ? 0n : null
  const above = from.digits * 10n ** BigInt(Math.max(0, shift))
  const below = divisor.digits * 10n ** BigInt(Math.max(0, -shift))
  const half = above < 0n ? -below : below
  const whole = (2n * above + half) / (2n * below)
  const rest = above - whole * below
  return (rest < 0n ? -rest : rest) * 1_000_000n <= below ? whole : null
}
