/**
 * Finds usernames that look alike by the skeleton of UTS 39. The table has the letters and digits that usernames allow,
 * whose skeleton is Latin, Cyrillic or Greek, as in confusables.txt of Unicode 15; each group begins with its skeleton
 * (decision 0080).
 */
const confusables = `
  !=ǃⵑ &=ꝸ '=ʹʻʼʽʾˈˊˋיߴߵᑊᛌꞌ ''=ʺˮײ 'B=Ɓ 'D=Ɗ 'P=Ƥ 'T=Ƭ 'Y=Ƴ *=𐌟 +=𐊛 ,=ꓹ -=Ⲻ .=٠۰ꓸ .,=ꓻ ..=ꓺ /=Ⳇ〳ノ丿 2=ƧϨᒿꙄꛯꝚ 2̵=ƻ
  3=ƷȜЗӠⳌꝪꞫ𑣊𖼻 3̦=Ҙ 4=Ꮞ𑢯 5=Ƽ𑢻 6=бᏮⳒ𑣕 7=𐓒𑣆 8=Ȣȣ৪੪𐌚𞣋 9=৭੧୨൭ⳊꝮ𑢬𑣌𑣖 :=ːꓽ <=ᐸᚲ >=ᐳ𖼿 ?=ɁʔॽᎮꛫ A=ΑАᎪᗅꓮ𐊠𖽀 AA=Ꜳ AE=ÆӔ AO=Ꜵ
  AU=Ꜷ AV=ꜸꜺ AY=Ꜽ B=ΒВᏴᗷꓐꞴ𐊂𐊡𐌁 C=СᏟⲤꓚ𐊢𐌂𐐕𐔜𑣩𑣲 C'=Ƈ C̦=Ҫ D=Ꭰᗞᗪꓓ D̵=ÐĐƉ E=ΕЕᎬⴹꓰ𐊆𑢦𑢮 E̸=Ɇ F=ϜᖴꓝꞘ𐊇𐊥𐔥𑢢𑣂 F̦=Ƒ G=ԌᏀᏳꓖ G'=Ɠ
  G̵=Ǥ H=ΗНᎻᕼⲎꓧ𐋏 H̦=ӇӉ H̩=ҢⱧ H̵=Ħ J=ͿЈᎫᒍꓙꞲ J̵=Ɉ K=ΚКᏦᛕⲔꓗ𐔘 K'=Ƙ K̩=ҚⱩ K̵=ҞꝀ L=ᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖 L̸=Ł M=ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑 M̦=Ӎ
  N=ΝⲚꓠ𐔓 N̦=Ɲ O=0ΟОՕ߀০ଠ୦ዐⲞⵔ〇ꓳ𐊒𐊫𐐄𐓂𐔖𑓐𑢵𑣠 O'=Ꭴ OE=Œ OO=ꚘꝎ O̵=ƟΘθѲӨᎾᏫⴱꝊ O̸=Øⵁ P=ΡРᏢᑭⲢꓑ𐊕 P'=ᒆ Q=ⵕ R=ƦᎡᏒᖇꓣ𐒴𖼵 S=ЅՏᏕᏚꓢ𐊖𐐠𖼺
  T=ΤТᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊 T3=Ꜩ T̨=Ʈ T̩=Ҭ T̵=Ŧ T̸=Ⱦ U=Սሀᑌꓴ𐓎𑢸𖽂 U'=ᑧ U̵=ɄᏌ V=Ѵ٧۷Ꮩᐯⴸꓦꛟ𐔝𑢠𖼈 W=ԜᎳᏔꓪ𑣦𑣯 X=ΧХᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬 X̩=Ҳ
  Y=ΥУҮᎩᎽⲨꓬ𐊲𑢤𖽃 Y̵=ɎҰ Z=ΖᏃꓜ𐋵𑢩𑣥 Z̦=Ȥ Z̵=Ƶ \\=丶 ^=ˆ _=ߺ a=ɑαа aa=ꜳ ae=æӕ ao=ꜵ au=ꜷ av=ꜹꜻ ay=ꜽ b=ƄЬᏏᑲᖯ b'=ᒈ bl=Ы b̄=ƂƃБ
  ḃ=ᑳ b̔=ɓ b̵=ƀѢѣҌҍ c=сᴄⲥꮯ𐐽 c̦=ҫ c̸=ȼ d=ԁᏧᑯꓒ d'=ᒇ dz=ʣ dȝ=ʤ dʑ=ʥ d̄=ƌ d̔=ɗ d̨=ɖ d̵=đ e=еҽꬲ ę=ҿ e̸=ɇ f=քẝꞙꬵ fŋ=ʩ
  f̦=ƒ f̴=ᵮ g=ƍɡցᶃ g̔=ɠ g̵=ǥ h=һհᏂ h̔=ɦᏲꚕ h̵=ħћ i=ıɩɪιіӏᎥꙇꭵ𑣃 i̵=ɨᵻᵼ j=ϳј j̵=ɉ k̔=ƙ l=1IƖǀΙІӀוןا١۱ߊᛁⲒⵏꓲ𐊊𐌉𐌠𖼨𞣇 l'=ױ
  lO=Ю ll=ǁװ ls=ʪ lz=ʫ lȝ=ɮ l̨=ɭ l̴=ɫ l̵=Ɨƚ l̸=ł n=ոռ n̨=ɳ n̩=ƞη n̴=ᵰ o=οσоօסه٥ھہە۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑⲟꬽ𐐬𐓪𑣈𑣗 oe=œ
  oo=ꚙꝏ ô=ۿ ơ=ꭴ o̵=ɵѳөꝋꮎꮻ o̸=øꬾ oᴇ=ɶ p=ρрⲣ p̔=ƥ p̵=ᵽ q=ԛգզ q̔=ʠ r=гᴦⲅꭇꭈꮁ r'=ґ rn=m𑜀𑣣 rn̦=ɱ rn̴=ᵯ r̨=ɽ r̩=ɼ r̴=ᵲ
  r̵=ɍғ s=ƽѕꜱꮪ𐑈𑣁 s̨=ʂ s̴=ᵴ tf=ꝷ ts=ʦ tȝ=ꜩ tɕ=ʨ tʃ=ʧ t̔=ƭ t̴=ᵵ t̵=ŧ u=ʋυսᴜꞟꭎꭒ𐓶𑣘 ue=ᵫ uo=ꭣ u̵=ᵾꮜ v=νѵטᴠꮩ𑜆𑣀
  w=ɯѡԝաᴡꮃ𑜊𑜎𑜏 ẇ=𑓅 w̦=ꝡ w҆҇=ѽ x=хᕁᕽ y=ɣʏγуүყᶌỿꭚ𑣜 y̔=ƴ y̵=ɏұ z=ᴢꮓ𑣄 z̦=ȥ z̨=ʐ z̴=ᵶ z̵=ƶ Þ=Ϸ𐓄 ß=βᏰꞵ þ=ƿϸ ĸ=κкᴋⲕꮶ ĸ̩=қ
  ĸ̵=ҟ ƅ=ьꮟ ƅi=ы Ɔ=ϽↃꓛ𐐣 Ǝ=ⴺꓱ Ə=Ә Ɛ=ԐᏋ𐐁𖼭 ƨ=ϩᴤꙅ Ʃ=Σⵉ ƫ=Ꮏ Ʊ=ᘮᘴ ǝ=əә ǝo=ᴔ ǝo̵=ꭂ ǝo̸=ꭁ ǝ˞=ɚ Ƕ=Ԋ ȝ=ʒӡჳⳍꝫ ȷ=յ ɂ=ꭾ
  Ʌ=ΛЛ٨۸ᐱⴷꓥꛎ𐊍𐒰𖼽 Ʌ̦=Ӆ ɋ=ᶐ ɔ=ͻᴐↄ𐑋 ɔe=ꭢ ɔ̸=ꬿ ɜ=зᴈ ɜ̦=ҙ ɞ=𐑂 ɢ=ԍᏻꮐ ɰ=պሣ ɷ=𐐿 ɸ=φфⲫ ɾ̴=ᵳ ʀ=ꭱꮢ ʃ=ꭍ ʊ̵=ᵿ ʌ=ᴧ𐓘 ʍ=мᴍꮇ ʍ̦=ӎ
  ʘ=ⵙꙨ𐓃 ʙ=вᏼ ʚ=ꞝ𐐪 ʜ=нꮋ ʜ̦=ӈӊ ʜ̩=ң ʟ=ⳑꮮ𐑃 ʡ=ꛍ ˉb=ъ ˉbi=ꙑ Γ=ГᎱᒥⲄ𖼇 Γ'=Ґ Γ̵=Ғ Δ=ᐃⲆⵠ𐊅𐊣𖼚 Π=ПⲠꛛ Φ=ФՓቀᛰⲪ𐊳 Ψ=ѰᛘⲮ𐊵𐓑 Ω=ᘯᘵ𐊶
  λ=Ⲗ𐓛 π=пᴨ ς=ϛ χ=ⲭꭓꭕ ψ=ѱ𐓹 ω=ⲱꙍꞷ ϗ=ⳤ Ϙ=𐊭𐌒 Ћ=𐓍 Ж̩=Җ И=Ͷꚡ𐐥 Ѝ̦=Ҋ Ш=Ⲽ Ъl=Ꙑ ж̩=җ й̦=ҋ л=ᴫ л̦=ӆ ш=ⲽ љ=ꭠ Ѡ=Ꮗᗯ Ѡ҆҇=Ѽ Ҷ=Ӌ
  ҷ=ӌ Ҽ̨=Ҿ Ӄ=𐒼 ᴀ=ꭺ ᴅ=ꭰ ᴇ=ꭼ ᴊ=ꭻ ᴎ=ͷи𐑍 ᴘ=ᴩꮲ ᴙ=я ᴛ=τтꭲ ᴛ̩=ҭ ẟ=δծᕷ Ⅎ=ᖵꓞ Ɐ=ᗄꓯ Ɒ=𐐟 Ⱶ=ͰᎨᎰꚱ ⱶ=ꮀ Ꙍ=Ꞷ Ꙙ=𖼜 ꙩ=𐓫 ꜧ=ꞕ Ꜿ=Ͽ ꜿ=ͽ
  Ꝺ=ꝺ Ꞇ=Ⴀ Ꞓ=ЄⲈ ꞓ=ɛεєԑⲉꮛ𐐩𑣎 ꟻ=ᖷ
`
const drawnAs = new Map(
  confusables
    .trim()
    .split(/\s+/)
    .flatMap(group => {
      const at = group.indexOf('=')
      return [...group.slice(at + 1)].map(letter => [letter, group.slice(0, at)] as const)
    }),
)

const skeletonOf = (name: string): string =>
  [...name.normalize('NFKC').normalize('NFD')]
    .map(letter => drawnAs.get(letter) ?? letter)
    .join('')
    .normalize('NFD')

const hasCapital = (name: string): boolean => /\p{Lu}/u.test(name)

/** Compares both as written and in other letter cases: «Анна» and «AHHA», «анна» and «aннa». */
export const looksLike = (one: string, other: string): boolean =>
  skeletonOf(one) === skeletonOf(other) ||
  skeletonOf(one.toLowerCase()) === skeletonOf(other.toLowerCase()) ||
  ((hasCapital(one) || hasCapital(other)) && skeletonOf(one.toUpperCase()) === skeletonOf(other.toUpperCase()))
