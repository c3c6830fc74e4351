type Due = Readonly<{ at: number; happen: (at: number) => Promise<void> }>

/** What happens one after another, to which is added as it goes on. Of one moment what was added first comes first. */
export function newTimeline() {
  const due: Due[] = []
  return {
    add: (at: number, happen: Due['happen']): void => {
      const later = due.findLastIndex((one) => one.at <= at)
      due.splice(later + 1, 0, { at, happen })
    },
    take: (): Due | undefined => due.shift(),
  }
}
export type Timeline = ReturnType<typeof newTimeline>
