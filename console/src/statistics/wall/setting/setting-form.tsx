import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { jpgOrPngFiles, pictureKinds } from '@brigade/contract/file/file.model.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { WallSettingDraft, wallLimits, type WallSetting } from '@brigade/contract/statistics/wall/wall.model.ts'
import { wallText as serverText } from '@brigade/contract/statistics/wall/wall.text.ts'
import { useState } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone } from '../../../platform/toast.ts'
import { upload } from '../../../platform/upload.ts'
import { Button } from '../../../ui/button/button.tsx'
import { RefusedNote } from '../../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useFileChoice } from '../../../ui/field/use-file-choice.ts'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { BrandMark } from '../../../ui/icon/brand-mark.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { useFileAddress } from '../../../ui/picture/use-file-address.ts'
import css from './setting.module.css'
import { settingText } from './setting.text.ts'

/** Title, logo and hidden names. An empty field inherits the value of the organisation above. */
export function SettingForm({ setting }: { setting: WallSetting }) {
  const w = useWords(settingText)
  const save = useSend(wallApi.saveSetting, { quiet: true })
  const form = useContractForm({
    name: `wall setting ${setting.organisation.id}`,
    schema: WallSettingDraft,
    initial: {
      organisationId: setting.organisation.id,
      enTitle: setting.title.en,
      zhTitle: setting.title.zh,
      logoFileId: setting.logoFileId,
      hidesCustomers: setting.hidesCustomers,
      updatedAt: setting.updatedAt,
    },
    words: serverText,
    async send(draft) {
      await save.mutateAsync(draft)
      toastDone(w.saved)
    },
  })
  const { values, put, text, errorOf } = form
  const above = setting.inherited.title
  return (
    <form className={css.fields} onSubmit={(event) => void form.submit(event)} noValidate>
      <RefusedNote message={form.refused} />
      <Grid gap="16" className={css.titles}>
        <TextField
          label={w.enTitle}
          hint={w.titleHint({ shown: above?.en ?? settingText.brand.en })}
          maxLength={wallLimits.title}
          autoComplete="off"
          {...text('enTitle')}
        />
        <TextField
          label={w.zhTitle}
          hint={w.titleHint({ shown: above?.zh ?? settingText.brand.zh })}
          maxLength={wallLimits.title}
          autoComplete="off"
          {...text('zhTitle')}
        />
      </Grid>
      <LogoChoice
        fileId={values.logoFileId}
        error={errorOf('logoFileId')}
        onChange={(logoFileId) => put({ logoFileId })}
      />
      <Checkbox checked={values.hidesCustomers} onChange={(hidesCustomers) => put({ hidesCustomers })}>
        {w.hides}
      </Checkbox>
      <div>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {w.save}
        </Button>
      </div>
    </form>
  )
}

type LogoProps = { fileId: string | null; error: string | undefined; onChange: (fileId: string | null) => void }

/** A logo keeps its shape: nothing is cropped. */
function LogoChoice({ fileId, error, onChange }: LogoProps) {
  const w = useWords(settingText)
  const locale = useLocale()
  const address = useFileAddress(fileApi.read, fileId)
  const [refused, setRefused] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File): Promise<void> => {
    setRefused(null)
    setBusy(true)
    try {
      const { id } = await upload(fileApi.upload, file, { kind: 'logo' }, { quiet: true, name: file.name })
      onChange(id)
    } catch (failure) {
      if (failure instanceof CallError) setRefused(failure)
    } finally {
      setBusy(false)
    }
  }
  const { wrong, open, inputProps } = useFileChoice({
    mediaTypes: jpgOrPngFiles.mediaTypes,
    accept: ['.png', '.jpg', '.jpeg'],
    maxBytes: pictureKinds.logo.maxBytes,
    onChosen: (file) => void send(file),
  })
  const problem =
    wrong === 'size' ? w.logoTooBig : wrong === 'type' ? w.logoWrongType : (refused?.messageIn(locale) ?? error)
  return (
    <Row gap="16" align="center" wrap role="group" aria-label={w.logo}>
      <Stack.span radius="m" ground="canvas" className={css.ground} data-theme="dark">
        {address === undefined ? <BrandMark size={40} /> : <img src={address} alt="" />}
      </Stack.span>
      <div>
        <Row gap="8">
          <Button size="small" icon="upload" busy={isBusy} onClick={open}>
            {fileId === null ? w.addLogo : w.changeLogo}
          </Button>
          {fileId === null ? null : (
            <Button size="small" look="quiet" onClick={() => onChange(null)}>
              {w.removeLogo}
            </Button>
          )}
        </Row>
        <p className={problem === undefined ? css.hint : css.wrong} role={problem === undefined ? undefined : 'alert'}>
          {problem ?? w.logoHint}
        </p>
        <input {...inputProps} aria-label={w.addLogo} />
      </div>
    </Row>
  )
}
