import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds } from '@brigade/contract/file/file.model.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { useFileAddress } from '../../ui/picture/use-file-address.ts'
import { useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { PictureChoice } from '../../ui/image-crop/picture-choice.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'

type ThumbProps = { fileId: string | null; size?: 'small' | 'large' }

/** Shows the picture of a part, or an outline. Its name appears beside it. */
export function PartThumb({ fileId, size = 'small' }: ThumbProps) {
  const address = useFileAddress(fileApi.read, fileId)
  return (
    <span className={size === 'large' ? `${css.thumb} ${css.large}` : css.thumb} aria-hidden="true">
      {address === undefined ? <Icon name="box" /> : <img src={address} alt="" />}
    </span>
  )
}

type Props = { fileId: string | null; error: string | undefined; onChange: (fileId: string | null) => void }
const { mediaTypes, extensions } = avatarLimits

/** One picture of a part, cropped to a square. */
export function PartPicture({ fileId, error, onChange }: Props) {
  const w = useWords(partsText)
  const send = async (picture: Blob): Promise<void> => {
    const { id } = await upload(fileApi.upload, picture, { kind: 'part' }, { quiet: true, name: 'part.jpg' })
    onChange(id)
  }
  return (
    <PictureChoice
      label={w.picture}
      shown={<PartThumb fileId={fileId} size="large" />}
      words={{
        change: fileId === null ? w.addPicture : w.changePicture,
        remove: w.removePicture,
        hint: w.pictureHint,
        tooBig: w.pictureTooBig,
        wrongType: w.pictureWrongType,
      }}
      limits={{ mediaTypes, accept: extensions, maxBytes: pictureKinds.part.maxBytes }}
      shape="square"
      error={error}
      onCropped={send}
      onRemove={fileId === null ? undefined : () => onChange(null)}
    />
  )
}
