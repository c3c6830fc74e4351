/**
 * Decides which commands are sent again to a device that reconnects in time. A repeatable command must be idempotent: one that
 * heats, washes, starts or resets never is, whatever the thing model declares. Like `startsHeat`, the rule uses names, because
 * a model has no other information about it.
 */

/** Words of an identifier: `StartWash`, `start_wash` and `Modem:Restart` alike. */
const wordsOf = (identifier: string): string[] =>
  identifier
    .slice(identifier.lastIndexOf(':') + 1)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '')

const acts =
  /^(?:re)?start|^reset|^reboot|^factory|^restore|^(?:pre)?heat|^cook|^bak(?:e|ing)|^roast|^steam|^fry|^grill|^boil|^wash|^clean|^rins|^descal|^defrost|^thaw/
const ends = /^(?:stop|cancel|end|abort|get|read|query|list)$/
const switches = /^(?:on|off|switch|now|mode|state|enable|enabled|all|manual)$/

/** Whether a service of this name may be marked as repeatable. */
export function mayRepeatService(identifier: string): boolean {
  const words = wordsOf(identifier)
  return ends.test(words[0] ?? '') || !words.some((word) => acts.test(word))
}

/** Whether a property of this name may be: `Wash` and `HeatSwitch` begin something, `WashTemp` is a value. */
export function mayRepeatProperty(identifier: string): boolean {
  const words = wordsOf(identifier)
  return !words.some((word) => acts.test(word)) || !words.every((word) => acts.test(word) || switches.test(word))
}
