import type { z } from 'zod'
import type { Locale } from '../locale.ts'
import type { MessageText, MessageType } from './message.model.ts'

/** Formats times and temperatures for a receiver, in their zone and their units. */
export type Formats = Readonly<{ time: (instant: string) => string; temperature: (celsius: number) => string }>

type Wording<P> = { bivarianceHack(params: P, format: Formats): MessageText }['bivarianceHack']

/** Texts of one kind of automatic message by language. */
export type KindText<P> = Readonly<{
  type: MessageType
  /** Passes quiet hours. */
  isCritical?: true
  params: z.ZodType<P>
  text: Readonly<Record<Locale, Wording<P>>>
}>

/**
 * `act`: somebody did something that concerns the receivers. Nobody can withdraw such a message: deleting it removes it
 * only from one's own inbox, and receivers and mail addresses are those of the act's transaction. `event`: everything
 * else.
 */
export const actOf = <P>(kind: KindText<P>): KindText<P> & { about: 'act' } => ({ ...kind, about: 'act' })
export const eventOf = <P>(kind: KindText<P>): KindText<P> & { about: 'event' } => ({ ...kind, about: 'event' })
