import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { useFileAddress } from '../ui/picture/use-file-address.ts'
import css from './avatar.module.css'

type Props = { name: string; /** A file id; empty for none. */ file: string; size?: 'normal' | 'large' }

/** The picture, or the first letters: two of a Latin name, one of a Chinese name. */
export function Avatar({ name, file, size = 'normal' }: Props) {
  const address = useFileAddress(fileApi.read, file)
  return (
    <Stack.span
      height="28"
      align="center"
      justifyItems="center"
      size="2xs"
      weight="600"
      overflow="hidden"
      rigid
      className={`${css.avatar} ${size === 'large' ? css.large : ''}`}
      aria-hidden="true"
    >
      {address === undefined ? initials(name) : <img src={address} alt="" />}
    </Stack.span>
  )
}

function initials(name: string): string {
  const parts = name.trim().split(/\s+/)
  const first = parts[0] ?? ''
  if (/\p{Script=Han}/u.test(first)) return first.slice(0, 1)
  return [first, parts.length > 1 ? (parts.at(-1) ?? '') : ''].map((part) => part.slice(0, 1).toUpperCase()).join('')
}
