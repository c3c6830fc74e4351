import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { DeviceKind, SeriesDraft, type SeriesRow } from '@brigade/contract/product/product.model.ts'
import { productText as contractText } from '@brigade/contract/product/product.text.ts'
import { useLayoutEffect, useState } from 'react'
import { z } from 'zod'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useSheet } from '../../shell/sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { NameFields } from '../form/name-fields.tsx'
import { namesTyped } from '../form/typed-names.ts'
import { useKindOptions } from '../product-options.ts'
import { SeriesClash } from './series-clash.tsx'
import { nothingTyped, typedSeries } from './series-typed.ts'
import css from './series.module.css'
import { seriesFormText, seriesText } from './series.text.ts'

/** The fields of the contract, each under the path that a refusal of the server names. */
const { name, code, kind } = SeriesDraft.shape
const Fields = z.strictObject({ 'name.en': name.shape.en, 'name.zh': name.shape.zh, code, kind })

/** The fields of a series. A change of somebody else is shown beside the own one, and nothing typed is lost. */
export function SeriesForm({ series }: { series: SeriesRow | null }) {
  const sheet = useSheet()
  const w = useWords(seriesFormText)
  const s = useWords(seriesText)
  const nameOf = useNameOf()
  const kinds = useKindOptions()
  const add = useSend(productApi.addSeries, { quiet: true })
  const update = useSend(productApi.updateSeries, { quiet: true })
  const [base, setBase] = useKept('series base', series)
  const [clash, setClash] = useState<{ by: CallError; now: SeriesRow } | null>(null)

  const change = async ({ id, updatedAt }: SeriesRow, draft: SeriesDraft): Promise<void> => {
    try {
      await update.mutateAsync({ ...draft, id, updatedAt })
    } catch (error) {
      const now =
        error instanceof CallError && error.key === 'product.changedMeanwhile' ? await seriesNow(id) : undefined
      if (error instanceof CallError && now !== undefined) setClash({ by: error, now })
      throw error
    }
  }
  const form = useContractForm({
    name: 'series',
    schema: Fields,
    initial: base === null ? nothingTyped : typedSeries(base),
    words: contractText,
    async send(typed) {
      const draft = { name: namesTyped(typed), code: typed.code, kind: typed.kind }
      if (base === null) await add.mutateAsync(draft)
      else await change(base, draft)
      const named = { name: nameOf(draft.name) }
      toastDone(base === null ? w.added(named) : w.saved(named))
      sheet.done()
    },
  })
  const { setDirty } = sheet
  const { isDirty } = form
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty])
  const isKindFixed = base !== null && base.products > 0

  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      {clash === null || base === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <SeriesClash
          {...clash}
          base={base}
          mine={form.values}
          onGoOn={(values) => {
            form.rebase(typedSeries(clash.now), values)
            setBase(clash.now)
            setClash(null)
          }}
        />
      )}
      <NameFields text={form.text} />
      <TextField label={s.code} required autoComplete="off" hint={w.codeHint} {...form.text('code')} />
      <SelectField
        label={s.kind}
        required
        disabled={isKindFixed}
        hint={isKindFixed ? w.kindFixed : w.kindHint}
        options={kinds}
        value={form.values.kind ?? null}
        onChange={(chosen) => form.set('kind', DeviceKind.safeParse(chosen).data)}
        onBlur={() => form.leave('kind')}
        error={form.errorOf('kind')}
      />
      <DialogFoot>
        <Button onClick={sheet.leave}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {base === null ? w.add : w.save}
        </Button>
      </DialogFoot>
    </form>
  )
}

/** Reads the present state of a series, or undefined if it was deleted. There are few, so all pages are read. */
async function seriesNow(id: string): Promise<SeriesRow | undefined> {
  for (let pageNum = 1; ; pageNum += 1) {
    const { list } = await call(productApi.listSeries, { pageNum, pageSize: 80 }, { quiet: true })
    const found = list.find((row) => row.id === id)
    if (found !== undefined || list.length < 80) return found
  }
}
