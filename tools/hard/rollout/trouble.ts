/** How a device handles its first offer. A fifth of them have one of five kinds of trouble; the next offer succeeds. */
export type Trouble = 'none' | 'flash' | 'device' | 'verification' | 'other-version' | 'download'
const troubles = ['flash', 'device', 'verification', 'other-version', 'download'] as const

export const troubleOf = (number: number, offers: number): Trouble =>
  offers > 1 || number % 5 !== 0 ? 'none' : (troubles[(number / 5) % troubles.length] ?? 'none')

export type Report = Readonly<{ step: number } | { version: string }>

/**
 * The replies of a device to an offer, in order; `download` reads the file and answers whether it is complete. The same for devices
 * over MQTT and without sockets.
 */
export async function* takeOffer(
  trouble: Trouble,
  target: string,
  download: () => Promise<boolean>,
): AsyncGenerator<Report> {
  if (trouble === 'flash') yield { step: -4 }
  else if (trouble === 'device') yield { step: -1 }
  else {
    yield { step: 10 }
    if (trouble === 'verification') yield { step: -3 }
    else if (trouble === 'download' || !(await download())) yield { step: -2 }
    else {
      yield { step: 100 }
      yield { version: trouble === 'other-version' ? '7.7.7' : target }
    }
  }
}
