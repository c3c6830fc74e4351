import { plainKeysNow } from '../../platform/habits/plain-keys.ts'
import { isTyping } from '../kit/typing.ts'

/** A table that answers keys wherever on its page they are pressed. */
type KeyedTable = Readonly<{
  root: () => HTMLElement | null
  /** The sheet that shows a row of it, where there is one. */
  sheet: () => HTMLElement | null
  /** Answers whether the key meant something. */
  onPlainKey: (key: string) => boolean
  onEscape: () => boolean
}>

const tables: KeyedTable[] = []

/** The page's, or those of the dialog that covers it. Of several the one with the focus, else the first. */
function tableOf(target: EventTarget | null): KeyedTable | undefined {
  const covering = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
  const active = document.activeElement
  const shown = tables.filter((table) => {
    const [root, sheet] = [table.root(), table.sheet()]
    if (covering === undefined) return root?.checkVisibility() === true
    return covering.contains(root) || (sheet !== null && covering.contains(sheet))
  })
  // A menu or a small panel over the page has keys of its own.
  const isAbove = covering === undefined && target instanceof Element && target.closest('#overlays') !== null
  return isAbove ? undefined : (shown.find((table) => table.root()?.contains(active) === true) ?? shown[0])
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, target } = event
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  if (isTyping(target)) return
  if (key === 'Escape') {
    // An overlay above the page closes first.
    if (document.getElementById('overlays')?.hasChildNodes() !== true && tableOf(target)?.onEscape() === true)
      event.preventDefault()
  } else if (plainKeysNow() && tableOf(target)?.onPlainKey(key) === true) event.preventDefault()
}

export function addKeyedTable(table: KeyedTable): () => void {
  if (tables.length === 0) document.addEventListener('keydown', onKeyDown)
  tables.push(table)
  return () => {
    tables.splice(tables.indexOf(table), 1)
    if (tables.length === 0) document.removeEventListener('keydown', onKeyDown)
  }
}
