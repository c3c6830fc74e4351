const post = {
  id: '1',
  version: '1.0',
  sys: { ack: 1 },
  params: { ChamberTemp: { value: 80, time: 1 }, WorkState: 1, Recipe: 'Soup' },
  method: 'thing.event.property.post',
}
const reply = { id: '1', code: 200, data: { ChamberTemp: 80 }, message: 'success' }
const question = { id: '1', version: '1.0', params: {} }

type Others = Readonly<{ signed: unknown; named: unknown }>

/** A valid body for a topic, by our name of the topic; mutations start from it. */
export function bodyOfTopic(name: string, { signed, named }: Others): unknown {
  const asked = (params: unknown) => ({ ...question, params })
  const values = { ChamberTemp: [{ value: 80, time: 1 }] }
  const events = { Door: [{ value: { open: 1 }, time: 1 }] }
  const known: Readonly<Record<string, unknown>> = {
    propertyPost: post,
    eventPost: asked({ value: { open: 1 }, time: 1 }),
    propertyBatchPost: asked({ properties: values, events }),
    propertyPackPost: asked({
      properties: { ChamberTemp: { value: 80, time: 1 } },
      events: { Door: { value: {}, time: 1 } },
      subDevices: [{ identity: named, properties: { ChamberTemp: { value: 80, time: 1 } } }],
    }),
    propertyHistoryPost: asked([
      { identity: named, properties: [{ ChamberTemp: { value: 80, time: 1 } }], events: [] },
    ]),
    desiredGet: asked(['ChamberTemp']),
    desiredDelete: asked({ ChamberTemp: { version: 1 } }),
    tagsUpdate: asked([{ attrKey: 'floor', attrValue: '2' }]),
    tagsDelete: asked([{ attrKey: 'floor' }]),
    configGet: asked({ configScope: 'product', getType: 'file' }),
    logPost: asked(['2026-01-01T00:00:00.000+0800', 'ERROR', 'main', '0', 'a line']),
    logSwitchGet: asked({ getType: 'content', configScope: 'device' }),
    jobGet: asked({ taskId: '$next' }),
    jobUpdate: asked({ taskId: '7', status: 'SUCCEEDED', progress: 100 }),
    reset: asked({}),
    otaInform: asked({ version: '1.2.0', module: 'main' }),
    ntpRequest: { deviceSendTime: '1' },
    shadowUpdate: { method: 'update', state: { reported: { ChamberTemp: 80, note: 'free' } }, version: 1 },
    modelGet: asked({ functionBlockId: 'default' }),
    modelPartsGet: asked({ identifiers: ['ChamberTemp'] }),
    topoAdd: asked([signed]),
    login: asked(signed),
    batchLogin: asked({ deviceList: [signed] }),
    topoDelete: asked([named]),
    subRegister: asked([named]),
    subUnregister: asked([named]),
    listFound: asked([named]),
    logout: asked(named),
    batchLogout: asked({ deviceList: [named] }),
  }
  return known[name] ?? (/reply|response/i.test(name) ? reply : question)
}
