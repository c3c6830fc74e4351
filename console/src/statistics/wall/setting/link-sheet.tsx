import { locales, type Locale } from '@brigade/contract/locale.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { WallLinkDraft, wallLimits, type WallLinkRow } from '@brigade/contract/statistics/wall/wall.model.ts'
import { wallText as serverText } from '@brigade/contract/statistics/wall/wall.text.ts'
import { OrganisationSelect } from '../../../customer/organisation-select.tsx'
import { useKept } from '../../../platform/kept-work.ts'
import { languageNames, useLocale, useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone } from '../../../platform/toast.ts'
import { FormSheet } from '../../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../../shell/sheet-form.tsx'
import { useSheet } from '../../../shell/sheet.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import css from './setting.module.css'
import { settingText } from './setting.text.ts'

type Own = Readonly<{ id: string; name: string }> | undefined
export type EditingLink = Readonly<{ of: WallLinkRow | null }>
export type Made = Readonly<{ token: string; locale: Locale }>

type Props = { own: Own; editing: EditingLink | null; onClose: () => void; onMade: (made: Made) => void }

export function LinkSheet({ own, editing, onClose, onMade }: Props) {
  const w = useWords(settingText)
  const last = useLast(editing)
  const of = last?.of ?? null
  return (
    <FormSheet title={of === null ? w.addTitle : w.editTitle} isOpen={editing !== null} onClose={onClose}>
      {last === null || own === undefined ? null : <LinkForm key={of?.id ?? ''} of={of} own={own} onMade={onMade} />}
    </FormSheet>
  )
}

type FormProps = { of: WallLinkRow | null; own: NonNullable<Own>; onMade: (made: Made) => void }

function LinkForm({ of, own, onMade }: FormProps) {
  const w = useWords(settingText)
  const locale = useLocale()
  const sheet = useSheet()
  const save = useSend(wallApi.saveLink, { quiet: true })
  const [organisation, setOrganisation] = useKept<NonNullable<Own>>('wall link organisation', of?.organisation ?? own)
  const form = useContractForm({
    name: 'wall link',
    schema: WallLinkDraft,
    initial: {
      organisationId: organisation.id,
      name: of?.name ?? '',
      locale: of?.locale ?? locale,
      hidesCustomers: of?.hidesCustomers ?? false,
      ...(of === null ? {} : { id: of.id, updatedAt: of.updatedAt }),
    },
    words: serverText,
    async send(draft) {
      const { tokenSecret } = await save.mutateAsync(draft)
      sheet.done()
      if (tokenSecret === null) toastDone(w.changed)
      else onMade({ token: tokenSecret, locale: draft.locale })
    },
  })
  useDirty(form.isDirty)
  const { values, put, text, errorOf, leave } = form
  return (
    <SheetForm className={css.fields} onSubmit={form.submit} isBusy={form.isBusy} verb={of === null ? w.add : w.save}>
      <RefusedNote message={form.refused} />
      <TextField
        label={w.name}
        hint={w.nameHint}
        required
        maxLength={wallLimits.linkName}
        autoComplete="off"
        {...text('name')}
      />
      {of === null ? (
        <OrganisationSelect
          label={w.organisation}
          hint={w.organisationHint}
          chosen={organisation}
          error={errorOf('organisationId')}
          onBlur={() => leave('organisationId')}
          onChange={(one) => {
            setOrganisation(one)
            put({ organisationId: one.id })
          }}
        />
      ) : null}
      <SelectField
        label={w.language}
        required
        value={values.locale}
        options={locales.map((one) => ({ value: one, label: languageNames[one] }))}
        onChange={(value) => put({ locale: locales.find((one) => one === value) ?? values.locale })}
      />
      <Checkbox checked={values.hidesCustomers} onChange={(hidesCustomers) => put({ hidesCustomers })}>
        {w.hides}
      </Checkbox>
    </SheetForm>
  )
}

/** The link, once: only its hash is kept. */
export function MadeLink({ made, onClose }: { made: Made | null; onClose: () => void }) {
  const w = useWords(settingText)
  const path = made?.locale === 'zh' ? '/data/dataWatch' : '/data/dataWatchEn'
  const link = made === null ? '' : `${location.origin}${path}#${made.token}`
  return (
    <Dialog title={w.madeTitle} isOpen={made !== null} onClose={onClose} width={560}>
      <p>{w.madeBody}</p>
      <Row.p gap="8" marginTop="12" align="center" className={css.made}>
        <input readOnly aria-label={w.link} value={link} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={link} label={w.copy} isWide />
      </Row.p>
      <DialogFoot>
        <Button look="primary" onClick={onClose}>
          {w.done}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
