import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { useWords } from '../platform/locale.ts'
import { upload } from '../platform/upload.ts'
import { PictureChoice } from '../ui/image-crop/picture-choice.tsx'
import { Avatar } from './avatar.tsx'
import { profileText } from './own-account.text.ts'

type Props = { name: string; file: string; onChange: (file: string) => void }
const { mediaTypes, extensions, maxBytes } = avatarLimits

/** Spec 5, Avatar upload: one file, at most 1 MB, jpg png gif, cropped to a circle; wrong size or type gives a warning. */
export function AvatarField({ name, file, onChange }: Props) {
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
