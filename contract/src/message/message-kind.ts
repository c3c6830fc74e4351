import type { z } from 'zod'
import type { Locale } from '../locale.ts'
import type { MessageText, MessageType } from './message.model.ts'

/** Formats times and temperatures for a receiver, in their zone and their units. */
export type Formats = Readonly<{ time: (instant: string) => string; temperature: (celsius: number) => string }>

type Wording<P> = { bivarianceHack(params: P, format: Formats): MessageText }['bivarianceHack']

/** Automatic messages of one kind: what they are, and their text by language. */
export type KindText<P> = Readonly<{
  type: MessageType
  /** Passes quiet hours. */
  isCritical?: true
  params: z.ZodType<P>
  text: Readonly<Record<Locale, Wording<P>>>
}>

/**
 * `act`: somebody did something to the receivers, or to what is theirs. Nobody takes such a message back: it leaves no inbox but the
 * remover's own, and receivers and mail addresses are those of the act's transaction. `event`: everything else.
 */
export const actOf = <P>(kind: KindText<P>): KindText<P> & { about: 'act' } => ({ ...kind, about: 'act' })
export const eventOf = <P>(kind: KindText<P>): KindText<P> & { about: 'event' } => ({ ...kind, about: 'event' })
