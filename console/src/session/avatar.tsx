import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { download } from '../platform/call.ts'
import css from './avatar.module.css'

type Props = { name: string; /** A file id; empty for none. */ file: string; size?: 'normal' | 'large' }

/** The picture, or the first letters: two of a Latin name, one of a Chinese name. Reading a file needs the token, so it cannot be a plain address. */
export function Avatar({ name, file, size = 'normal' }: Props) {
  const { data } = useQuery({
    queryKey: ['file', 'read', file],
    queryFn: async ({ signal }) =>
      URL.createObjectURL((await download(fileApi.read, { id: file }, { quiet: true, signal })).blob),
    enabled: file !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return (
    <span className={`${css.avatar} ${size === 'large' ? css.large : ''}`} aria-hidden="true">
      {file !== '' && data !== undefined ? <img src={data} alt="" /> : initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const parts = name.trim().split(/\s+/)
  const first = parts[0] ?? ''
  if (/\p{Script=Han}/u.test(first)) return first.slice(0, 1)
  return [first, parts.length > 1 ? (parts.at(-1) ?? '') : ''].map((part) => part.slice(0, 1).toUpperCase()).join('')
}
