import { useRef, useState, type ChangeEvent } from 'react'

type Options = {
  mediaTypes: readonly string[]
  maxBytes: number
  /** The system's file dialog offers these types; the default is the accepted media types. */
  accept?: readonly string[]
  /** A model that fits. */
  onChosen: (file: File) => void
}

/** One file from the person's disk, of given types and up to a size; an unsuitable file is reported before it is sent. */
export function useFileChoice({ mediaTypes, maxBytes, accept = mediaTypes, onChosen }: Options) {
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<'size' | 'type' | null>(null)
  const take = (file: File | undefined): void => {
    if (file === undefined) return
    const found = !mediaTypes.includes(file.type) ? 'type' : file.size > maxBytes ? 'size' : null
    setWrong(found)
    if (found === null) onChosen(file)
  }
  return {
    wrong,
    open: () => input.current?.click(),
    /** The hidden file input gets these props. */
    inputProps: {
      ref: input,
      type: 'file',
      hidden: true,
      accept: accept.join(','),
      onChange(event: ChangeEvent<HTMLInputElement>) {
        take(event.currentTarget.files?.[0])
        // The same file may be chosen again.
        event.currentTarget.value = ''
      },
    },
  }
}
