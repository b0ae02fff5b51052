/** A unit as texts have it. */
interface Unit {
  /** Its signs, whose case matters: `mW` is no `MW`. */
  readonly signs?: string;
  /** Its words, in any case and language; a word with a space has a low line in it. */
  readonly words?: string;
  /** How a passage may have it that has it nowhere beside the number, where that is more than the above. */
  readonly there?: string;
}

const METRE = 'metre metres meter meters metern metro metros mètre mètres metri';
const GRAM = 'gram grams gramme grammes gramm gramo gramos grammo grammi grama gramas';
const LITRE = 'litre litres liter liters litro litros litri';
const prefixed = (prefix: string, list: string) =>
  list
    .split(' ')
    .map((word) => prefix + word)
    .join(' ');
const electric = (sign: string, words: string, han: readonly [string, string, string]): Readonly<Record<string, Unit>> => ({
  [sign]: { signs: sign, words: `${words} ${han[0]}` },
  [`k${sign}`]: { signs: `k${sign}`, words: `${prefixed('kilo', words)} ${han[1]}` },
  [`m${sign}`]: { signs: `m${sign}`, words: `${prefixed('milli', words)} ${prefixed('mili', words)} ${han[2]}` },
  [`M${sign}`]: { signs: `M${sign}`, words: prefixed('mega', words) },
});
const compounds = (days: string) =>
  ['', 'werk', 'arbeits', 'kalender', 'geschäfts', 'bank', 'feier'].map((kind) => prefixed(kind, days)).join(' ');

/**
 * Units of what documents give values in. Spellings are those of the languages in `language.ts`, of Chinese and Japanese, and of time in
 * Korean. Nothing is converted: 24 months are no two years. A sign that is a word as often (`in`, `d`, `C`) is none here.
 */
export const UNITS: Readonly<Record<string, Unit>> = {
  second: {
    signs: 's',
    words: 'second seconds sec secs sekunde sekunden sek segundo segundos seconde secondes secondi secondo seconden 秒 秒钟 秒鐘 秒間 초',
    there: String.raw`sec|sek|seg|秒|초|\ds\b`,
  },
  millisecond: { signs: 'ms', words: 'millisecond milliseconds millisekunde millisekunden milisegundos millisecondes 毫秒 ミリ秒' },
  minute: { words: 'min mins minute minutes minuten minuto minutos minuti minuut minütig 分钟 分鐘 分間 分以内 분', there: 'min|分|분' },
  hour: {
    signs: 'h',
    words: 'hour hours hr hrs std stunde stunden hora horas heure heures ora ore uur uren stündig 小时 小時 个小时 個小時 時間 시간',
    there: String.raw`hour|hrs?\b|\d ?h\b|st[uü]nd|hora|heure|\bor[ae]\b|\bur?ur|\buren\b|時|时|시간|uhr|24\/7|\d:\d\d|\d ?[ap]\.?m\b|o'clock`,
  },
  day: {
    words: `day days ${compounds('tag tage tagen')} tägig día días dia dias jour jours giorno giorni dag dagen werkdag werkdagen 日 日間 日以内 天 个工作日 個工作日 工作日 营业日 営業日 일`,
    there: String.raw`day|dai|tag|täg|d[ií]a|jour|giorn|\bdag|werkdag|日|天|일|24-?hour|24\/7|\d(?:st|nd|rd|th)\b|\d ?d\b`,
  },
  week: {
    words:
      'week weeks wk wks woche wochen wöchig semana semanas semaine semaines settimana settimane weken 周 週 周间 週間 星期 个星期 個星期 주',
    there: 'week|woche|wöch|weken|semana|semaine|settiman|週|周|星期|주',
  },
  month: {
    words:
      'month months mo mos mth mths mon monat monate monaten monatig mes meses mois mese mesi mês maand maanden 个月 個月 ヶ月 ヵ月 か月 カ月 ケ月 箇月 ヶ月間 か月間 개월 달',
    there: String.raw`month|monat|\bmo\b|\bmths?\b|\bmes|\bmês|mois|maand|月|월|annual|year`,
  },
  year: {
    words: 'year years yr yrs jahr jahre jahren jährig año años ano anos an ans année années anno anni jaar jaren 年 年間 年间 년',
    there: String.raw`year|annu|jahr|jähr|jaar|jaren|año|\bano|\bans?\b|année|\bann[io]|年|년`,
  },

  km: {
    signs: 'km',
    words: `${prefixed('kilo', METRE)} kilómetro kilómetros kilomètre chilometri quilômetros quilómetros 公里 千米 キロメートル`,
  },
  m: { signs: 'm', words: `${METRE} 米 公尺 メートル` },
  cm: {
    signs: 'cm',
    words: `${prefixed('centi', METRE)} ${prefixed('zenti', METRE)} centímetros centimètres 厘米 公分 センチ センチメートル`,
  },
  mm: { signs: 'mm', words: `${prefixed('milli', METRE)} milímetros millimètres 毫米 ミリ ミリメートル` },
  μm: { signs: 'μm um', words: `${prefixed('micro', METRE)} ${prefixed('mikro', METRE)} micron microns 微米 マイクロメートル` },
  inch: { words: 'inch inches zoll pulgada pulgadas pouces pollici 英寸 インチ', there: String.raw`inch|zoll|\d ?in\b|\d ?"` },
  foot: { words: 'ft foot feet fuß pies 英尺 フィート' },
  mile: { words: 'mile miles meile meilen milla millas 英里 マイル' },
  m2: { signs: 'm2 sqm', words: 'square_metres square_meters quadratmeter 平方米 平方メートル' },
  m3: { signs: 'm3 cbm', words: 'cubic_metres cubic_meters kubikmeter 立方米 立方メートル' },

  kg: {
    signs: 'kg Kg KG',
    words: `kilo kilos ${prefixed('kilo', GRAM)} chilogrammi quilogramas quilos kilogramos 公斤 千克 キロ キログラム`,
  },
  g: { signs: 'g', words: `${GRAM} 克 グラム` },
  mg: { signs: 'mg', words: `${prefixed('milli', GRAM)} miligramos 毫克 ミリグラム` },
  μg: { signs: 'μg ug mcg', words: `${prefixed('micro', GRAM)} mikrogramm 微克` },
  tonne: { signs: 't', words: 'ton tons tonne tonnes tonnen tonelada toneladas tonnellata tonnellate tonnellate tonelade 吨 噸 公吨 トン' },
  pound: { words: 'lb lbs 磅', there: String.raw`\blbs?\b|pound|pfund|libra|磅|ポンド` },
  ounce: { words: 'oz ounce ounces unze unzen onzas onces 盎司 オンス' },
  l: { signs: 'l L', words: `${LITRE} 升 公升 リットル` },
  ml: { signs: 'ml mL', words: `${prefixed('milli', LITRE)} mililitros 毫升 ミリリットル` },
  μl: { signs: 'μl μL ul uL', words: `${prefixed('micro', LITRE)} mikroliter 微升` },

  ...electric('V', 'volt volts voltios voltio', ['伏 伏特 ボルト', '千伏 キロボルト', '毫伏 ミリボルト']),
  ...electric('A', 'ampere amperes ampères amp amps amperios amperio', ['安 安培 アンペア', '千安', '毫安 ミリアンペア']),
  ...electric('W', 'watt watts vatios vatio', ['瓦 瓦特 ワット', '千瓦 キロワット', '毫瓦 ミリワット']),
  ...electric('Hz', 'hertz hercios', ['赫兹 赫 ヘルツ', '千赫 キロヘルツ', '']),
  ...electric('Pa', 'pascal pascals pascales', ['帕 パスカル', '千帕 キロパスカル', '']),
  ...electric('N', 'newton newtons', ['牛顿 ニュートン', '千牛 キロニュートン', '']),
  GHz: { signs: 'GHz', words: 'gigahertz ギガヘルツ' },
  GW: { signs: 'GW', words: 'gigawatt gigawatts' },
  Wh: { signs: 'Wh', words: 'wattstunden watt_hours' },
  kWh: { signs: 'kWh KWh', words: 'kilowattstunden kilowatt_hours 千瓦时 キロワット時' },
  Ω: { signs: 'Ω', words: 'ohm ohms ohmios 欧姆 オーム' },
  Nm: { signs: 'Nm NM', words: 'n_m n·m newton_metres newtonmeter 牛米 ニュートンメートル' },
  bar: { words: 'bar bars bares 巴 バール' },
  mbar: { words: 'mbar millibar millibars 毫巴 ミリバール' },
  psi: { words: 'psi' },
  dB: { words: 'db dezibel decibel decibels decibelios décibels 分贝 デシベル', there: String.raw`\bdb|dezibel|d[eé]cib|分贝|デシベル` },
  rpm: { words: 'rpm u/min tr/min 转/分 rev/min min-1 r/min' },
  celsius: {
    words: '°c celsius degrees_celsius degree_celsius grad_celsius grados_celsius degrés_celsius 摄氏度',
    there: String.raw`°|celsius|degree|\bgrad|degré|gradi|graus|度|℃|\d ?c\b`,
  },
  fahrenheit: {
    words: '°f fahrenheit degrees_fahrenheit degree_fahrenheit grad_fahrenheit 华氏度',
    there: String.raw`°(?! ?c)|fahrenheit|degrees(?! c)|华氏|℉|\d ?f\b`,
  },
  kelvin: { words: 'kelvin 开尔文 ケルビン', there: String.raw`kelvin|\d ?k\b` },
  bit: { words: 'bit bits 比特 ビット' },
  byte: { words: 'byte bytes octets 字节 バイト', there: String.raw`byte|octet|字节|バイト|\d ?b\b` },
  kB: { words: 'kb kib kilobyte kilobytes 千字节 キロバイト' },
  MB: { words: 'mb mib megabyte megabytes 兆字节 メガバイト' },
  GB: { words: 'gb gib gigabyte gigabytes 吉字节 ギガバイト' },
  TB: { words: 'tb tib terabyte terabytes テラバイト' },

  '%': {
    words: '% percent per_cent prozent prozentig por_ciento pour_cent per_cento por_cento procent パーセント 百分之',
    there: '%|per ?cent|prozent|por ciento|pour cent|per cento|por cento|procent|パーセント|百分之',
  },
  ppm: { words: 'ppm' },
  EUR: { words: '€ eur euro euros 欧元 ユーロ' },
  USD: { words: '$ us$ usd dollar dollars us_dollars dólares dólar 美元 美金 ドル 米ドル' },
  // Pounds may be of money or of weight.
  GBP: { words: '£ gbp pounds_sterling 英镑', there: '£|gbp|pound|libra|英镑|ポンド' },
  CNY: { words: '¥ yen yuan rmb jpy cny 円 元 日元 人民币', there: '¥|yen|yuan|rmb|jpy|cny|円|元|人民币' },
  CHF: { words: 'chf franken swiss_francs' },
};
