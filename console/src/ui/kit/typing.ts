/** Inputs that a letter changes nothing in. */
const letterless: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'range',
  'file',
  'color',
])

/** Whether a letter pressed there is text, or chooses among what is listed: then it is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !letterless.has(target.type)
  if (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)) return true
  return target.closest('[role=menu], [role=listbox], [role=combobox], [role=tree], [role=application]') !== null
}
