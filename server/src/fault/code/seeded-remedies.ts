import type { Words } from '@brigade/contract/locale.ts'

type Remedy = Readonly<{ reason: Words; remedy: Words }>

const described = (reason: Words, remedy: Words): Remedy => ({ reason, remedy })

/** Causes and remedies for the codes of our own models: the first advice of a service desk on the phone. */
export const seededRemedies: Readonly<Record<'oven' | 'cooler', Readonly<Record<string, Remedy>>>> = {
  oven: {
    E01: described(
      { en: 'The sensor is broken, or its cable is loose.', zh: '传感器损坏或线路松动。' },
      {
        en: 'Switch the oven off and on. If the fault persists, check the plug of the chamber sensor, then replace the sensor.',
        zh: '断电重启；仍报警时检查腔体传感器插头，必要时更换传感器。',
      },
    ),
    E02: described(
      { en: 'The probe is not plugged in, or its tip is damaged.', zh: '探针未插好或探头损坏。' },
      {
        en: 'Dry the plug and push it in firmly. Cook by time until the probe is replaced.',
        zh: '擦干插头并插紧；更换前可改用时间模式烹饪。',
      },
    ),
    E03: described(
      { en: 'The heating did not switch off, or the fan does not move the air.', zh: '加热未断开或风机不转。' },
      {
        en: 'Switch the oven off at the mains and do not use it. A technician checks contactor, limiter and fan.',
        zh: '立即切断电源，停止使用；由技术人员检查接触器、限温器和风机。',
      },
    ),
    E04: described(
      { en: 'The motor is blocked, or its capacitor is worn.', zh: '电机卡滞或电容老化。' },
      {
        en: 'Let the oven cool and look for something that blocks the fan wheel. Then check capacitor and motor.',
        zh: '冷却后检查风轮是否卡住，再检查电容和电机。',
      },
    ),
    E05: described(
      { en: 'The door does not close fully, or its magnet is lost.', zh: '门未关严或磁铁脱落。' },
      {
        en: 'Clean the gasket and close the door firmly. Check the magnet and the switch.',
        zh: '清洁门封并关紧门，检查磁铁和门开关。',
      },
    ),
    E06: described(
      { en: 'The tap is closed, the filter is blocked or the tank is empty.', zh: '水阀关闭、滤芯堵塞或水箱无水。' },
      {
        en: 'Open the tap, fill the tank, replace the filter. Dry heat still works.',
        zh: '打开水阀、补水或更换滤芯；期间可使用热风模式。',
      },
    ),
    E07: described(
      { en: 'Lime in the steam generator, or too little water.', zh: '蒸汽发生器结垢或水量不足。' },
      {
        en: 'Switch the oven off and let it cool. Descale before it is used again.',
        zh: '关机冷却，除垢后再使用。',
      },
    ),
    E08: described(
      { en: 'Lime on the electrodes of the boiler.', zh: '锅炉电极结垢。' },
      { en: 'Descale. If it comes back, replace the electrodes.', zh: '进行除垢；反复出现时更换电极。' },
    ),
    E09: described(
      { en: 'One phase is missing, or an element is broken.', zh: '缺相或加热管断路。' },
      {
        en: 'Check the fuses of all phases. A technician measures the elements.',
        zh: '检查各相保险丝，由技术人员测量加热管。',
      },
    ),
    E10: described(
      { en: 'Grease in the drain, or no cold water to cool it.', zh: '排水口油脂堵塞或冷却水不足。' },
      { en: 'Clean the drain and its sieve, and check the cold water.', zh: '清理排水口和滤网，检查冷水供应。' },
    ),
    E11: described(
      {
        en: 'The cooling fan of the electronics is blocked, or it is too hot around the oven.',
        zh: '电控散热风扇堵塞或环境过热。',
      },
      {
        en: 'Clean the air filter below the panel and keep 50 cm from other heat.',
        zh: '清洁面板下方滤网，与其他热源保持 50 cm 以上距离。',
      },
    ),
    E12: described(
      { en: 'A cable between the boards is loose, or the power board has failed.', zh: '板间线路松动或电源板损坏。' },
      {
        en: 'Switch the oven off for a minute. If the fault persists, check the cable, then replace the power board.',
        zh: '断电一分钟后重启；仍报警时检查连线，必要时更换电源板。',
      },
    ),
  },
  cooler: {
    E01: described(
      { en: 'The cabinet sensor is broken: the temperature is not known.', zh: '柜内传感器损坏，温度未知。' },
      {
        en: 'Move the goods, or measure by hand every hour. Replace the sensor.',
        zh: '转移食材或每小时人工测温，并更换传感器。',
      },
    ),
    E02: described(
      { en: 'The evaporator sensor is broken: it defrosts by time.', zh: '蒸发器传感器损坏，按时间除霜。' },
      { en: 'Replace the sensor at the next visit.', zh: '下次上门时更换传感器。' },
    ),
    E03: described(
      { en: 'The condenser sensor is broken.', zh: '冷凝器传感器损坏。' },
      { en: 'Replace the sensor at the next visit.', zh: '下次上门时更换传感器。' },
    ),
    E04: described(
      { en: 'Ice on the fan, or its motor has failed.', zh: '风机结冰或电机损坏。' },
      { en: 'Defrost by hand. If the fan stays still, replace it.', zh: '手动除霜；仍不转时更换风机。' },
    ),
    E05: described(
      { en: 'The start relay or the compressor has failed.', zh: '启动继电器或压缩机故障。' },
      {
        en: 'Move the goods. A technician checks relay, capacitor and compressor.',
        zh: '转移食材，由技术人员检查继电器、电容和压缩机。',
      },
    ),
    E06: described(
      { en: 'Dust on the condenser, or no air behind the cabinet.', zh: '冷凝器积尘或背部通风不足。' },
      { en: 'Clean the condenser and move the cabinet 10 cm from the wall.', zh: '清洁冷凝器，柜体离墙 10 cm 以上。' },
    ),
    E07: described(
      { en: 'The condenser cannot give off its heat.', zh: '冷凝器散热不良。' },
      {
        en: 'Clean the condenser and check its fan. A technician resets the cut-out.',
        zh: '清洁冷凝器并检查风机，由技术人员复位高压保护。',
      },
    ),
    E08: described(
      { en: 'Refrigerant is lost.', zh: '制冷剂不足。' },
      {
        en: 'Move the goods. A technician finds the leak, repairs it and refills.',
        zh: '转移食材，由技术人员检漏、补焊并加注制冷剂。',
      },
    ),
    E09: described(
      { en: 'The defrost heater is broken.', zh: '除霜加热管损坏。' },
      { en: 'Defrost by hand until the heater is replaced.', zh: '更换前手动除霜。' },
    ),
    E10: described(
      { en: 'Much ice, or the sensor is out of place.', zh: '结冰过多或传感器位置不正。' },
      { en: 'Defrost by hand with the door open. Check gasket and sensor.', zh: '开门手动除霜，检查门封和传感器。' },
    ),
    E11: described(
      { en: 'The door does not close fully, or its magnet is lost.', zh: '门未关严或磁铁脱落。' },
      { en: 'Clean the gasket, check the magnet and the switch.', zh: '清洁门封，检查磁铁和门开关。' },
    ),
    E12: described(
      { en: 'The mains voltage is too low or too high.', zh: '供电电压过低或过高。' },
      {
        en: 'Measure the socket voltage under load. No other large appliance on this circuit.',
        zh: '带载测量插座电压，避免与其他大功率设备共用线路。',
      },
    ),
  },
}
