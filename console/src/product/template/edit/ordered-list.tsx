import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../../../platform/locale.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import css from './edit.module.css'
import { editText } from './edit.text.ts'

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  /** What a person calls it: "Step 2". */
  nameOf: (item: T, index: number) => string
  onOrder: (items: T[]) => void
  label: string
  className?: string | undefined
  itemClassName?: string | undefined
  /** Draws an item with the handle it is moved by. */
  children: (item: T, index: number, handle: ReactNode) => ReactNode
}

/** Items in an order that a person sets: by dragging the handle, or with Alt and an arrow key anywhere in the item. */
export function OrderedList<T>({ items, keyOf, nameOf, onOrder, label, className, itemClassName, children }: Props<T>) {
  const w = useWords(editText)
  const [said, setSaid] = useState('')
  const [over, setOver] = useState<{ key: string; isAfter: boolean } | null>(null)
  const dragged = useRef<string | null>(null)

  const move = (from: number, to: number): void => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || from === to) return
    const rest = items.filter((_, index) => index !== from)
    onOrder([...rest.slice(0, to), item, ...rest.slice(to)])
    setSaid(w.moved({ name: nameOf(item, from), place: to + 1, of: items.length }))
  }
  const byKey = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0 || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    // What moves in the document loses the focus.
    const focused = document.activeElement
    flushSync(() => move(index, index + step))
    if (focused instanceof HTMLElement) focused.focus()
  }
  const hover = (event: DragEvent<HTMLElement>, key: string): void => {
    if (dragged.current === null) return
    event.preventDefault()
    event.stopPropagation()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const isAfter = event.clientY > top + height / 2
    if (over?.key !== key || over.isAfter !== isAfter) setOver({ key, isAfter })
  }
  const drop = (event: DragEvent, index: number): void => {
    if (dragged.current === null) return
    event.preventDefault()
    event.stopPropagation()
    const from = items.findIndex((item) => keyOf(item) === dragged.current)
    const place = index + (over?.isAfter === true ? 1 : 0)
    move(from, from < place ? place - 1 : place)
    end()
  }
  const end = (): void => {
    dragged.current = null
    setOver(null)
  }
  return (
    <>
      <ol className={className} aria-label={label}>
        {items.map((item, index) => {
          const key = keyOf(item)
          const name = nameOf(item, index)
          const mark = over?.key === key ? (over.isAfter ? css.dropAfter : css.dropBefore) : ''
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys and the drop are of what stands in it
            <li
              key={key}
              className={`${css.ordered} ${itemClassName ?? ''} ${mark}`}
              onKeyDown={(event) => byKey(event, index)}
              onDragOver={(event) => hover(event, key)}
              onDrop={(event) => drop(event, index)}
            >
              {children(
                item,
                index,
                <button
                  type="button"
                  className={css.grip}
                  draggable
                  aria-label={w.move({ name })}
                  aria-description={w.moveHint}
                  data-tip={w.moveHint}
                  onDragStart={(event) => {
                    dragged.current = key
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setData('text/plain', name)
                    const row = event.currentTarget.closest('li')
                    if (row !== null) event.dataTransfer.setDragImage(row, 12, 16)
                  }}
                  onDragEnd={end}
                >
                  <Icon name="grip" />
                </button>,
              )}
            </li>
          )
        })}
      </ol>
      <span className="vh" role="status">
        {said}
      </span>
    </>
  )
}
