/** RFC 8176: knowledge, possession and inherence. Methods of one kind are one step, however many. */
const kinds: readonly ReadonlySet<string>[] = [
  new Set(['pwd', 'pin', 'kba']),
  new Set(['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'pop']),
  new Set(['face', 'fpt', 'iris', 'retina', 'vbm']),
]

/** Whether a provider's `amr` reports two factors. */
export function provesTwoSteps(amr: unknown): boolean {
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : []
  if (methods.includes('mfa')) return true
  return kinds.filter((kind) => methods.some((method) => typeof method === 'string' && kind.has(method))).length > 1
}
