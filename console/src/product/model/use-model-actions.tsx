import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { ProductChange, ProductDetail } from '@brigade/contract/product/product.model.ts'
import { Fragment, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { call } from '../../platform/call.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { CopySheet } from '../form/copy-sheet.tsx'
import { ProductSheet, type EditingProduct } from '../form/product-sheet.tsx'
import { modelActionText, modelText } from '../model.text.ts'
import { detailHref } from '../product-address.ts'
import { RemoveDialog, type Target } from './remove-dialog.tsx'

export type ModelActions = {
  /** Offered in a series. */
  add: (seriesId?: string) => void
  edit: (id: string) => void
  copy: (target: Target) => void
  /** Enables at once, because this harms nobody. Disabling asks for confirmation. */
  setEnabled: (target: Target, enabled: boolean) => void
  askRemove: (target: Target) => void
}

/** The actions on models, for the list and the detail page, with the sheets and dialogs that they open. */
export function useModelActions(onRemoved: () => void = () => undefined): [ModelActions, ReactNode] {
  const w = useWords(modelActionText)
  const p = useWords(modelText)
  const nameOf = useNameOf()
  const { mutateAsync: change } = useSend(productApi.update)
  const { mutateAsync: changeQuietly } = useSend(productApi.update, { quiet: true })
  const [editing, setEditing] = useKept<EditingProduct | null>('product sheet', null)
  const [copied, setCopied] = useKept<Target | null>('product copied', null)
  const [removed, setRemoved] = useState<Target | null>(null)
  const [disabled, setDisabled] = useState<Target | null>(null)
  const [made, setMade] = useState<string | null>(null)
  // The navigation waits until the sheet has closed, because its unsaved work would hold the page.
  useEffect(() => {
    if (made !== null) go(detailHref(made))
  }, [made])

  /** A quiet caller shows the refusal itself; otherwise it is a toast. */
  const turn = useCallback(
    async (id: string, enabled: boolean, quiet = false): Promise<void> => {
      const now = await call(productApi.detail, { id }, { quiet })
      await (quiet ? changeQuietly : change)({ ...changeOf(now), enabled })
    },
    [change, changeQuietly],
  )
  const offerBack = useCallback(
    (message: string, id: string, enabled: boolean): void => {
      const undo = (): void =>
        void turn(id, enabled).then(
          () => toastDone(w.undone),
          () => undefined,
        )
      toastOffer(message, { label: w.undo, run: undo })
    },
    [turn, w],
  )
  const disable = async ({ id, name }: Target): Promise<void> => {
    await turn(id, false, true)
    offerBack(w.nowDisabled({ name: nameOf(name) }), id, true)
  }
  const actions = useMemo(
    (): ModelActions => ({
      add: (seriesId) => setEditing({ id: null, seriesId }),
      edit: (id) => setEditing({ id }),
      copy: setCopied,
      setEnabled(target, enabled) {
        if (!enabled) return setDisabled(target)
        const { id, name } = target
        void turn(id, true).then(
          () => offerBack(w.nowEnabled({ name: nameOf(name) }), id, false),
          () => undefined,
        )
      },
      askRemove: setRemoved,
    }),
    [turn, offerBack, nameOf, setEditing, setCopied, w],
  )

  return [
    actions,
    <Fragment key="dialog">
      <ProductSheet editing={editing} onClose={() => setEditing(null)} onMade={setMade} />
      <CopySheet of={copied} onClose={() => setCopied(null)} onMade={setMade} />
      <ConfirmAction
        title={disabled === null ? '' : w.disableTitle({ name: nameOf(disabled.name) })}
        isOpen={disabled !== null}
        onClose={() => setDisabled(null)}
        confirmLabel={p.disable}
        danger
        onConfirm={async () => (disabled === null ? undefined : disable(disabled))}
      >
        {disabled === null ? null : w.disableBody({ count: disabled.devices })}
      </ConfirmAction>
      <RemoveDialog product={removed} onClose={() => setRemoved(null)} onRemoved={onRemoved} />
    </Fragment>,
  ]
}

/** A model as its change would send it, with nothing changed. */
function changeOf(product: ProductDetail): ProductChange {
  const { id, name, series, nodeType, networkType, protocol, imageFileId, note, enabled, updatedAt } = product
  return { id, name, seriesId: series.id, nodeType, networkType, protocol, imageFileId, note, enabled, updatedAt }
}
