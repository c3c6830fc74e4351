import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { productText as contractText } from '@brigade/contract/product/product.text.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useKept } from '../../platform/kept-work.ts'
import { usePlatformCan } from '../../platform/can.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { modelText } from '../model.text.ts'
import { useSeriesOptions } from '../product-options.ts'
import { productFormText } from './form.text.ts'
import { IdentityFields } from './identity-fields.tsx'
import { NameFields } from './name-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { CopyFields, NewFields, nothingTyped, type Start } from './product-typed.ts'
import { StartChoice } from './start-choice.tsx'
import { namesTyped } from './typed-names.ts'
import { TypeFields } from './type-fields.tsx'

type Props = {
  /** The proposed series. */
  seriesId: string | undefined
  onMade: (id: string) => void
}

type Names = 'name.en' | 'name.zh'
type Copied = Omit<z.output<typeof CopyFields>, Names>
type Added = Omit<z.output<typeof NewFields>, Names>

/** Holds the typed fields and sends them, as a new model or as a copy of another. */
function useNewProduct({ seriesId, onMade }: Props) {
  const sheet = useSheet()
  const w = useWords(productFormText)
  const nameOf = useNameOf()
  const add = useSend(productApi.add, { quiet: true })
  const copy = useSend(productApi.copy, { quiet: true })
  const [start, setStart] = useKept<Start>('product made from', 'empty')
  const isCopy = start === 'copy'

  const form = useContractForm({
    name: 'product new',
    schema: isCopy ? CopyFields : NewFields,
    initial: nothingTyped(seriesId),
    words: contractText,
    async send({ 'name.en': en, 'name.zh': zh, ...rest }) {
      const name = namesTyped({ 'name.en': en, 'name.zh': zh })
      const { id } = 'copyOf' in rest ? await copied(name, rest) : await added(name, rest)
      toastDone(w.added({ name: nameOf(name) }))
      sheet.done()
      onMade(id)
    },
  })
  const copied = (name: { en: string; zh: string }, { copyOf, ...identity }: Copied) =>
    copy.mutateAsync({ id: copyOf, name, ...identity })
  const added = (name: { en: string; zh: string }, fields: Added) =>
    add.mutateAsync({ name, ...fields, ...(start === 'empty' || start === 'copy' ? {} : { startFrom: start }) })

  useDirty(form.isDirty)
  const choose = (next: Start): void => {
    setStart(next)
    if (next === 'empty' || next === 'copy') return
    form.set('protocol', next === 'modbus-dtu' ? 'modbusRtu' : 'alink')
  }
  return { form, start, isCopy, choose }
}

/** The fields of a new model. A copy takes everything from another model, except its names and identity. */
export function NewProductForm(props: Props) {
  const w = useWords(productFormText)
  const m = useWords(modelText)
  const nameOf = useNameOf()
  const can = usePlatformCan()
  const series = useSeriesOptions()
  const { data: tree = [] } = useQuery(ask(productApi.select, {}, { quiet: true }))
  const { form, start, isCopy, choose } = useNewProduct(props)
  const kind = tree.find(({ id }) => id === form.values.seriesId)?.kind ?? 'oven'
  const models = tree.map(({ name, products }) => ({
    group: nameOf(name),
    items: products.map((product) => ({ value: product.id, label: nameOf(product.name) })),
  }))

  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={w.add}>
      <RefusedNote message={form.refused} />
      <NameFields text={form.text} />
      <StartChoice
        value={start}
        onChange={choose}
        isCopyPossible={can('product:copy') && tree.some(({ products }) => products.length > 0)}
      />
      {isCopy ? (
        <>
          <SelectField
            label={w.copyOf}
            required
            searchable
            options={models.filter(({ items }) => items.length > 0)}
            value={form.values.copyOf ?? null}
            onChange={(chosen) => form.set('copyOf', chosen ?? undefined)}
            onBlur={() => form.leave('copyOf')}
            error={form.errorOf('copyOf')}
          />
          <Text.p marginBottom="16" tone="ink-2">
            {w.copyAbout}
          </Text.p>
        </>
      ) : (
        <>
          <SelectField
            label={m.series}
            required
            searchable
            options={series}
            hint={series.length === 0 ? w.noSeries : w.seriesHint}
            value={form.values.seriesId ?? null}
            onChange={(chosen) => form.set('seriesId', chosen ?? undefined)}
            onBlur={() => form.leave('seriesId')}
            error={form.errorOf('seriesId')}
          />
          <PictureField
            kind={kind}
            fileId={form.values.imageFileId}
            onChange={(fileId) => form.set('imageFileId', fileId)}
          />
          <TypeFields
            values={form.values}
            errorOf={form.errorOf}
            onNodeType={(chosen) => form.set('nodeType', chosen)}
            onNetworkType={(chosen) => form.set('networkType', chosen)}
            onProtocol={(chosen) => form.set('protocol', chosen)}
            isFixed={false}
          />
          <TextArea label={m.note} most={120} {...form.text('note')} />
        </>
      )}
      <IdentityFields text={form.text} />
    </SheetForm>
  )
}
