import { useRef, useState, type KeyboardEvent } from 'react'
import { moved, narrowed, optionsIn, withLetters, type Option, type OptionGroup } from './select-options.ts'

type Given = {
  options: readonly (Option | OptionGroup)[]
  value: string | null
  onChange: (value: string | null) => void
  onSearch: ((typed: string) => void) | undefined
  /** The field can be typed in; otherwise letters go to an option. */
  isTyped: boolean
  isOff: boolean
  canClear: boolean
}

/** Letters within this time belong together. */
const togetherMs = 700

/** The state of a select and its keys. */
export function useSelect({ options, value, onChange, onSearch, isTyped, isOff, canClear }: Given) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [marked, setMarked] = useState(-1)
  const chosen = useChosen(options, value)
  const shownOptions = narrowed(options, typed ?? '')
  const flat = optionsIn(shownOptions)
  // A list that has become shorter has no mark after its end.
  const at = marked < flat.length ? marked : -1
  const letters = useRef({ text: '', at: 0 })

  const close = (): void => {
    setOpen(false)
    if (typed !== null) onSearch?.('')
    setTyped(null)
    setMarked(-1)
  }
  const open = (): void => {
    if (isOff || isOpen) return
    setOpen(true)
    setMarked(optionsIn(narrowed(options, '')).findIndex((option) => option.value === value))
  }
  const take = (option: Option | undefined): void => {
    if (option === undefined || option.disabled === true) return
    close()
    if (option.value !== value) onChange(option.value)
  }
  const clear = (): void => {
    close()
    onChange(null)
  }
  const lettered = (letter: string, timeStamp: number): void => {
    const { text, at: lastAt } = letters.current
    const next = timeStamp - lastAt < togetherMs ? text + letter : letter
    letters.current = { text: next, at: timeStamp }
    const from = isOpen ? at : flat.findIndex((option) => option.value === value)
    open()
    setMarked(withLetters(flat, from, next))
  }
  /** Whether the key was the list's. */
  const onKey = ({ key, timeStamp, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const isLetter = key.length === 1 && !altKey && !ctrlKey && !metaKey
    const isInWord = key === ' ' && timeStamp - letters.current.at < togetherMs
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isOpen) open()
      else setMarked(moved(flat, at, key) ?? at)
    } else if (key === 'Enter') {
      if (isOpen && at !== -1) take(flat[at])
      else if (isTyped) return false
      else open()
    } else if (isTyped) return false
    else if (isOpen && (key === 'Home' || key === 'End')) setMarked(moved(flat, at, key) ?? at)
    else if (key === ' ' && !isInWord) {
      if (isOpen && at !== -1) take(flat[at])
      else open()
    } else if (key === 'Backspace' && canClear) clear()
    else if (isLetter) lettered(key, timeStamp)
    else return false
    return true
  }

  return {
    isOpen,
    at,
    options: shownOptions,
    shown: typed ?? chosen?.label ?? '',
    open,
    close,
    take,
    setMarked,
    press: () => (isOpen && !isTyped ? close() : open()),
    type: (text: string) => {
      open()
      setTyped(text)
      setMarked(-1)
      onSearch?.(text)
    },
    clear,
    onKeyDown: (event: KeyboardEvent) => {
      // Keys of an input method choose its words.
      if (isOff || event.nativeEvent.isComposing) return
      if (onKey(event)) event.preventDefault()
    },
  }
}

export type Select = ReturnType<typeof useSelect>

/** The chosen option. It is known also while the options are others, those of a search. */
function useChosen(options: Given['options'], value: string | null): Option | undefined {
  const [last, setLast] = useState<Option>()
  const found = value === null ? undefined : optionsIn(options).find((option) => option.value === value)
  if (found !== undefined && (found.value !== last?.value || found.label !== last.label)) setLast(found)
  return found ?? (last?.value === value ? last : undefined)
}
