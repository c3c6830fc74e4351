import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { ProductChange, ProductDetail } from '@brigade/contract/product/product.model.ts'
import { Fragment, useEffect, useMemo, useState, type ReactNode } from 'react'
import { call } from '../../platform/call.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import { CopySheet } from '../form/copy-sheet.tsx'
import { ProductSheet, type EditingProduct } from '../form/product-sheet.tsx'
import { modelActionText } from '../model.text.ts'
import { detailHref } from '../product-address.ts'
import { RemoveDialog, type Target } from './remove-dialog.tsx'

export type ModelActions = {
  /** Offered in a series. */
  add: (seriesId?: string) => void
  edit: (id: string) => void
  copy: (target: Target) => void
  /** At once: it is undone as easily. */
  setEnabled: (target: Target, enabled: boolean) => void
  askRemove: (target: Target) => void
}

/** What is done with models, for list and detail: the actions, and the sheets and dialogs they open. */
export function useModelActions(onRemoved: () => void = () => undefined): [ModelActions, ReactNode] {
  const w = useWords(modelActionText)
  const nameOf = useNameOf()
  const { mutateAsync: change } = useSend(productApi.update)
  const [editing, setEditing] = useState<EditingProduct | null>(null)
  const [copied, setCopied] = useState<Target | null>(null)
  const [removed, setRemoved] = useState<Target | null>(null)
  const [made, setMade] = useState<string | null>(null)
  // Once the sheet has closed: while it is open, its unsaved work would hold the page.
  useEffect(() => {
    if (made !== null) go(detailHref(made))
  }, [made])

  const actions = useMemo((): ModelActions => {
    const turn = async (id: string, enabled: boolean): Promise<void> => {
      const now = await call(productApi.detail, { id })
      await change({ ...changeOf(now), enabled })
    }
    // A refusal is said as a toast by the call.
    const asked = (work: Promise<void>, onDone: () => void): void => void work.then(onDone, () => undefined)
    return {
      add: (seriesId) => setEditing({ id: null, seriesId }),
      edit: (id) => setEditing({ id }),
      copy: setCopied,
      setEnabled({ id, name }, enabled) {
        const named = { name: nameOf(name) }
        const undo = (): void => asked(turn(id, !enabled), () => toastDone(w.undone))
        asked(turn(id, enabled), () =>
          toastOffer(enabled ? w.nowEnabled(named) : w.nowDisabled(named), { label: w.undo, run: undo }),
        )
      },
      askRemove: setRemoved,
    }
  }, [change, nameOf, w])

  return [
    actions,
    <Fragment key="asked">
      <ProductSheet editing={editing} onClose={() => setEditing(null)} onMade={setMade} />
      <CopySheet of={copied} onClose={() => setCopied(null)} onMade={setMade} />
      <RemoveDialog product={removed} onClose={() => setRemoved(null)} onRemoved={onRemoved} />
    </Fragment>,
  ]
}

/** A model as its change would send it, with nothing changed. */
function changeOf(product: ProductDetail): ProductChange {
  const { id, name, series, nodeType, networkType, protocol, imageFileId, note, enabled, updatedAt } = product
  return { id, name, seriesId: series.id, nodeType, networkType, protocol, imageFileId, note, enabled, updatedAt }
}
