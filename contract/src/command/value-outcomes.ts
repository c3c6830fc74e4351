import type { Locale } from '../locale.ts'
import type { CommandRow, ValueOutcome } from './command.model.ts'
import { commandText } from './command.text.ts'

const lists = [
  ['written', commandText['device.valuesWritten']],
  ['notWritten', commandText['device.valuesNotWritten']],
  ['unknown', commandText['device.valuesUnknown']],
] as const

/** Lists which values of a command to registers were written, not written or unknown; empty if all are alike. */
export function valueOutcomeWords(outcomes: CommandRow['valueOutcomes'], locale: Locale): string[] {
  const all = Object.entries(outcomes ?? {})
  const names = (of: ValueOutcome) => all.flatMap(([identifier, outcome]) => (outcome === of ? identifier : []))
  if (new Set(all.map(([, outcome]) => outcome)).size < 2) return []
  return lists.flatMap(([outcome, words]) => {
    const found = names(outcome)
    return found.length === 0 ? [] : words[locale]({ names: found.join(locale === 'zh' ? '、' : ', ') })
  })
}
