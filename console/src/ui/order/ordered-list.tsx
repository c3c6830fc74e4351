import type { ReactNode } from 'react'
import { Grip, OrderAnnouncement } from './grip.tsx'
import { reordered, useOrder } from './use-order.ts'

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  /** The name that a person knows the item by, such as "Step 2". */
  nameOf: (item: T, index: number) => string
  /** True for generated names, which are read without quotation marks. */
  isNumbered?: boolean
  onOrder: (items: T[]) => void
  label?: string | undefined
  className?: string | undefined
  itemClassName?: string | undefined
  /** Draws an item with its handle. */
  children: (item: T, index: number, handle: ReactNode) => ReactNode
}

/** Lists items in an order that a person sets by dragging the handle, or with Alt and an arrow key anywhere in the item. */
export function OrderedList<T>(props: Props<T>) {
  const { items, keyOf, nameOf, isNumbered = false, onOrder, label, className = '', itemClassName, children } = props
  const at = (key: string): number => items.findIndex((item) => keyOf(item) === key)
  const { announcement, listProps } = useOrder<HTMLOListElement>({
    ids: items.map(keyOf),
    nameOf: (key) => {
      const item = items[at(key)]
      return item === undefined ? '' : nameOf(item, at(key))
    },
    isNumbered,
    onMove: (key, to) => onOrder(reordered(items, at(key), to)),
  })
  return (
    <>
      <ol {...listProps} className={`${listProps.className} ${className}`} aria-label={label}>
        {items.map((item, index) => (
          <li key={keyOf(item)} data-order-id={keyOf(item)} className={itemClassName}>
            {children(item, index, <Grip name={nameOf(item, index)} isNumbered={isNumbered} />)}
          </li>
        ))}
      </ol>
      <OrderAnnouncement text={announcement} />
    </>
  )
}
