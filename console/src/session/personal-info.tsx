import { Avatar } from './avatar.tsx'
import { PictureChoice } from '../ui/image-crop/picture-choice.tsx'
import { upload } from '../platform/upload.ts'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { ProfileDraft, type UserInfo, avatarLimits } from '@brigade/contract/session/session.model.ts'
import { useQuery } from '@tanstack/react-query'
import { formatTime, orDash } from '../platform/format.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { ask, useSend } from '../platform/query.ts'
import { toastDone } from '../platform/toast.ts'
import { Button } from '../ui/button/button.tsx'
import { DialogFoot, SideSheet } from '../ui/dialog/dialog.tsx'
import { RefusedNote } from '../ui/dialog/refused-note.tsx'
import { OwnPasswordField, TextField } from '../ui/field/text-field.tsx'
import { useContractForm } from '../ui/form/use-contract-form.ts'
import { Grid, Stack, Text } from '../ui/layout/layout.tsx'
import { OwnEmail } from './email/own-email.tsx'
import { OwnWeekly } from './email/own-weekly.tsx'
import { LinkField } from './link-field.tsx'
import css from './personal-info.module.css'
import { profileText } from './own-account.text.ts'
import { OwnTwoStep } from './two-step/own-two-step.tsx'

type Props = { name: string; file: string; onChange: (file: string) => void }
const { mediaTypes, extensions, maxBytes } = avatarLimits

/** Spec 5, Avatar upload: one file, at most 1 MB, jpg png gif, cropped to a circle; wrong size or type gives a warning. */
function AvatarField({ name, file, onChange }: Props) {
  const w = useWords(profileText)
  const send = async (picture: Blob): Promise<void> => {
    const { id } = await upload(fileApi.upload, picture, { kind: 'avatar' }, { quiet: true, name: 'avatar.jpg' })
    onChange(id)
  }
  return (
    <PictureChoice
      shown={<Avatar name={name} file={file} size="large" />}
      words={{
        change: w.changePicture,
        remove: w.removePicture,
        hint: w.pictureHint,
        tooBig: w.pictureTooBig,
        wrongType: w.pictureWrongType,
      }}
      limits={{ mediaTypes, accept: extensions, maxBytes }}
      onCropped={send}
      onRemove={file === '' ? undefined : () => onChange('')}
    />
  )
}

/** The person edits picture, name, phone and e-mail (spec 5); account, role and organisation are read-only. */
export function PersonalInfo({ onClose }: { onClose: () => void }) {
  const w = useWords(profileText)
  const { data } = useQuery(ask(sessionApi.user, {}))
  return (
    <SideSheet title={w.title} isOpen onClose={onClose} width={440}>
      {data === undefined ? null : <LinkField isLinked={data.isLinked} />}
      {data === undefined ? null : <OwnTwoStep account={data.account} />}
      {data === undefined ? null : <ProfileForm user={data} onClose={onClose} />}
    </SideSheet>
  )
}

function ProfileForm({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const w = useWords(profileText)
  const locale = useLocale()
  const update = useSend(sessionApi.updateProfile, { quiet: true })
  const isOtherEmail = (email: string): boolean => email.toLowerCase() !== user.email.toLowerCase()
  const form = useContractForm({
    name: 'profile',
    schema: ProfileDraft,
    initial: { avatar: user.avatar, name: user.name, phone: user.phone, email: user.email, password: '' },
    async send({ password, ...profile }) {
      await update.mutateAsync(isOtherEmail(profile.email) ? { ...profile, password } : profile)
      toastDone(w.saved)
      onClose()
    },
  })
  const facts = [
    [w.account, user.account],
    [w.role, locale === 'zh' ? user.roleName : user.enRoleName],
    [w.organisation, user.organisation.name],
    [w.lastSignIn, formatTime(user.lastLoginTime)],
  ] as const
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <RefusedNote message={form.refused} />
      <AvatarField name={form.values.name} file={form.values.avatar} onChange={(file) => form.set('avatar', file)} />
      <TextField label={w.name} required autoComplete="name" maxLength={40} {...form.text('name')} />
      <TextField
        label={w.phone}
        required
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={11}
        {...form.text('phone')}
      />
      <TextField label={w.email} autoComplete="email" inputMode="email" maxLength={120} {...form.text('email')} />
      <OwnEmail user={user} isOther={isOtherEmail(form.values.email)} />
      <OwnWeekly />
      {isOtherEmail(form.values.email) ? (
        <OwnPasswordField label={w.password} hint={w.passwordHint} {...form.text('password')} />
      ) : null}
      <Stack.dl gap="8" padding="8 0 16" className={css.facts}>
        {facts.map(([label, value]) => (
          <Grid key={label} gap="8">
            <Text.dt tone="ink-3">{label}</Text.dt>
            <Text.dd anywhere>{orDash(value)}</Text.dd>
          </Grid>
        ))}
      </Stack.dl>
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {w.save}
        </Button>
      </DialogFoot>
    </form>
  )
}
