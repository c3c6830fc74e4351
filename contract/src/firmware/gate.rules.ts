import type { WaitReason } from './upgrade.rules.ts'

/** A device that waits for its offer needs all of these (firmware.md, Gate); the answer is the first that is missing, or null. */
export type GateFacts = Readonly<{
  isStarted: boolean
  isApproved: boolean
  isVersionEnabled: boolean
  isEarlierDone: boolean
  isOnline: boolean
  /** Oven in standby or completed; cooler not defrosting. */
  isIdle: boolean
  isConditionTrue: boolean
  isGatewayFree: boolean
  isDue: boolean
  hasSlot: boolean
  hasRate: boolean
}>
export function gateReason(facts: GateFacts): WaitReason | null {
  if (!facts.isStarted) return 'stopped'
  if (!facts.isApproved) return 'approval'
  if (!facts.isVersionEnabled) return 'version-disabled'
  if (!facts.isEarlierDone) return 'earlier-module'
  if (!facts.isDue) return 'retry'
  if (!facts.isOnline) return 'offline'
  if (!facts.isIdle) return 'busy'
  if (!facts.isConditionTrue) return 'condition'
  if (!facts.isGatewayFree) return 'gateway-busy'
  if (!facts.hasSlot) return 'slot'
  return facts.hasRate ? null : 'rate'
}

/** Ovens are upgraded in standby or after cooking, refrigerators at any time but defrosting. A device without a state is not busy. */
export function isIdle(kind: 'oven' | 'cooler', workState: string | null): boolean {
  if (workState === null) return true
  return kind === 'oven' ? workState === 'standby' || workState === 'completed' : workState !== 'defrosting'
}
