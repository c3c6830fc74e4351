import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { productText as contractText } from '@brigade/contract/product/product.text.ts'
import { call } from '../../platform/call.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { useEdited } from '../../ui/form/use-edited.ts'
import { modelText } from '../model.text.ts'
import { useSeriesOptions } from '../product-options.ts'
import { productFormText } from './form.text.ts'
import { NameFields } from './name-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { ProductClash } from './product-clash.tsx'
import { ChangedFields, typedProduct } from './product-typed.ts'
import { namesTyped } from './typed-names.ts'
import { TypeFields } from './type-fields.tsx'

/** Holds the typed fields and sends them. Another person's change becomes a clash, and nothing typed is lost. */
function useProductChange(product: ProductDetail) {
  const sheet = useSheet()
  const w = useWords(productFormText)
  const nameOf = useNameOf()
  const update = useSend(productApi.update, { quiet: true })
  const { base, clash, during, goOn } = useEdited({
    name: 'product',
    from: product,
    changed: ['product.changedMeanwhile'],
    read: (id) => call(productApi.detail, { id }, { quiet: true }),
  })

  const form = useContractForm({
    name: 'product',
    schema: ChangedFields,
    initial: typedProduct(base),
    words: contractText,
    async send({ 'name.en': en, 'name.zh': zh, ...fields }) {
      const name = namesTyped({ 'name.en': en, 'name.zh': zh })
      const { id, enabled, updatedAt } = base
      await during(id, () => update.mutateAsync({ ...fields, name, id, enabled, updatedAt }))
      toastDone(w.saved({ name: nameOf(name) }))
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  return {
    form,
    base,
    clash,
    goOn: (values: typeof form.values): void => goOn((now) => form.rebase(typedProduct(now), values)),
  }
}

/** The fields of a model. Another person's change is shown beside one's own. */
export function EditProductForm({ product }: { product: ProductDetail }) {
  const w = useWords(productFormText)
  const m = useWords(modelText)
  const { form, base, clash, goOn } = useProductChange(product)
  const hasDevices = base.registered > 0
  const series = useSeriesOptions(hasDevices ? base.kind : undefined)

  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={w.save}>
      {clash === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <ProductClash
          {...clash}
          base={base}
          mine={form.values}
          seriesName={(id) => series.find(({ value }) => value === id)?.label ?? ''}
          onGoOn={goOn}
        />
      )}
      <NameFields text={form.text} />
      <SelectField
        label={m.series}
        required
        searchable
        options={series}
        hint={hasDevices ? w.seriesFixed : w.seriesHint}
        value={form.values.seriesId ?? null}
        onChange={(chosen) => form.set('seriesId', chosen ?? undefined)}
        onBlur={() => form.leave('seriesId')}
        error={form.errorOf('seriesId')}
      />
      <PictureField
        kind={base.kind}
        fileId={form.values.imageFileId}
        onChange={(fileId) => form.set('imageFileId', fileId)}
      />
      <TypeFields
        values={form.values}
        errorOf={form.errorOf}
        onNodeType={(chosen) => form.set('nodeType', chosen)}
        onNetworkType={(chosen) => form.set('networkType', chosen)}
        onProtocol={(chosen) => form.set('protocol', chosen)}
        isFixed={hasDevices}
      />
      <TextArea label={m.note} most={120} {...form.text('note')} />
    </SheetForm>
  )
}
