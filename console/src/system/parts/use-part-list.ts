import { folded } from '@brigade/contract/letters/folded.ts'
import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useState } from 'react'
import { newElementId } from '../../ui/form/element-id.ts'
import { useWords } from '../../platform/locale.ts'
import { toastOffer } from '../../platform/toast.ts'
import { goToPlace } from '../../ui/form/form-places.ts'
import { reorderedAmong } from './part-problems.ts'
import { partsText } from './parts.text.ts'
import { usePartsDraft, type PartsState } from './use-parts-draft.ts'

/** `productId`: the model with the parts that the phone shows; null for all. */
export type PartsFilter = { productId: string | null; keyword: string }

const none: readonly Part[] = []

const newPart = (productId: string | null): Part => ({
  id: newElementId(),
  enabled: true,
  imageFileId: null,
  name: { en: '', zh: '' },
  number: '',
  productIds: productId === null ? [] : [productId],
  link: '',
  priceNote: '',
})

const fitsFilter = ({ name, number, productIds }: Part, { productId, keyword }: PartsFilter): boolean => {
  const typed = folded(keyword.trim())
  const isFound = [name.en, name.zh, number].some((text) => folded(text).includes(typed))
  return isFound && (productId === null || productIds.length === 0 || productIds.includes(productId))
}

/** The typed parts, the open one, and the functions that change them. */
export function usePartList(organisationId: string, state: PartsState) {
  const w = useWords(partsText)
  const draft = usePartsDraft(organisationId, state)
  const { typed, setTyped } = draft
  const [open, setOpen] = useState<string | null>(null)
  const [filter, setFilter] = useState<PartsFilter>({ productId: null, keyword: '' })
  const parts = typed ?? draft.base.parts
  const edit = (change: (before: readonly Part[]) => readonly Part[]): void =>
    setTyped((before) => change(before ?? none))
  /** Opens a part, and takes the person to its first field. */
  const show = (id: string, path: string): void => {
    setOpen(id)
    // Its fields must be on screen first.
    requestAnimationFrame(() => requestAnimationFrame(() => goToPlace(path)))
  }
  return {
    draft,
    parts,
    shown: parts.filter((part) => part.id === open || fitsFilter(part, filter)),
    open,
    setOpen,
    show,
    filter,
    setFilter,
    add: () => {
      const part = newPart(filter.productId)
      setFilter({ ...filter, keyword: '' })
      edit((before) => [...before, part])
      show(part.id, `parts.${typed?.length ?? 0}.name.zh`)
    },
    change: (part: Part) => edit((before) => before.map((one) => (one.id === part.id ? part : one))),
    order: (some: readonly Part[]) => edit((before) => reorderedAmong(before, some)),
    duplicate: (part: Part) => {
      const copy = { ...part, id: newElementId() }
      const at = parts.indexOf(part) + 1
      edit((before) => before.toSpliced(at, 0, copy))
      show(copy.id, `parts.${at}.name.zh`)
    },
    remove: (part: Part, name: string) => {
      const at = parts.indexOf(part)
      edit((before) => before.filter(({ id }) => id !== part.id))
      toastOffer(w.removed({ name }), {
        label: w.undo,
        run: () => edit((before) => (before.some(({ id }) => id === part.id) ? before : before.toSpliced(at, 0, part))),
      })
    },
  }
}

export type EditedList = ReturnType<typeof usePartList>
