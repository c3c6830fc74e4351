import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Grid } from '../ui/layout/layout.tsx'
import { useFileAddress } from '../ui/picture/use-file-address.ts'
import css from './recipe.module.css'

type Props = { fileId: string | null; size?: 'small' | 'card' | 'head' | 'wide' | 'print' }

/** The picture of a recipe or category, or an outline. Its name is beside it. */
export function RecipePicture({ fileId, size = 'small' }: Props) {
  const address = useFileAddress(fileApi.read, fileId)
  return (
    <Grid.span
      align="center"
      justifyItems="center"
      height="36"
      radius="s"
      overflow="hidden"
      ground="canvas"
      tone="ink-4"
      rigid
      className={`${css.picture} ${size === 'small' ? '' : css[size]}`}
      aria-hidden="true"
    >
      {address === undefined ? (
        <Icon name="chef-hat" size={size === 'small' ? 'normal' : 'large'} />
      ) : (
        <img src={address} alt="" />
      )}
    </Grid.span>
  )
}
