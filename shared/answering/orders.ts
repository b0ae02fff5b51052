/** Who a document does not speak to. An assistant may be a person, so what is said to one is only half a sign. */
const MACHINE = '(?:ai|llms?|language models?|ai (?:models?|agents?|assistants?|systems?))';
const MODEL = `(?:${MACHINE}|chat ?bots?|(?:virtual|digital) assistants?|(?:the|this|any|an|my|dear) assistant)`;
const MUST = '(?:must|should|shall|has to|have to|is to|are to)';
const ANSWER = '(?:reply|respond|answer|say)';
const SAYS = `(?:${ANSWER}|tell|output|print|write|reveal|append|recommend|state|ignore|disregard|forget)`;
/** Words that are to be said as they are. */
const LITERAL = String.raw`(?:(?:the )?(?:words?|phrase|text|string|sentence|following)\b|["“„«‘「'])`;
/** "Never ignore", and "if you ignore", warn people. */
const NO_WARNING = String.raw`(?<!\b(?:not|never|n['’]t|don['’]t|who|if (?:you|they|anyone|somebody))\s)`;
/** What nobody sees nobody reads. */
const UNSEEN = String.raw`<!--|display:\s*none|visibility:\s*hidden|font-size:\s*0|opacity:\s*0(?![.\d])`;

const each = (...sources: readonly string[]): readonly RegExp[] => sources.map((source) => new RegExp(source, 'iu'));

/** What nobody says to people. */
const STRONG = each(
  String.raw`${NO_WARNING}\b(?:ignore|disregard|forget)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|system|these)\b(?:\s+[\w'’-]+){0,2}\s+(?:instructions?|prompts?(?! to\b)|directions?|directives?|context)\b`,
  String.raw`${NO_WARNING}\b(?:override|bypass)\b[^.!?\n]{0,20}\b(?:previous|prior|earlier|your|system)\b(?:\s+[\w'’-]+)?\s+(?:instructions?|prompts?|directives?)\b`,
  String.raw`${NO_WARNING}\b(?:ignore|disregard|forget)\b[^.!?\n]{0,20}\byour (?:[\w'’-]+ )?(?:rules?|guidelines?|restrictions?)\b`,
  String.raw`${NO_WARNING}\b(?:ignore|disregard|forget)\b[^.!?\n]{0,20}\b(?:everything|anything|instructions|(?:of|all) the)\b[^.!?\n]{0,20}\b(?:above(?! *\d)|before|so far|previously|you (?:were|have been|are) (?:told|given))\b`,
  String.raw`\byou are (?:now )?(?:an? |the )?(?:dan|ai(?! (?!model|assistant|agent|system|language)\w)|unrestricted|jailbroken|language model)\b|\byou are now (?:an? )?(?:evil|assistant(?! \w)|chat ?bot|in (?:god|dan|jailbreak) mode|free (?:of|from) (?:all |any |your |these )*(?:rules|restrictions|instructions|limits|guidelines))`,
  String.raw`\bfrom now on,? you\b[^.!?\n]{0,30}\b${ANSWER}\b[^.!?\n]{0,10}\b(?:every|any|all|each) (?:questions?|prompts?|quer(?:y|ies)|messages?)\b[^.!?\n]{0,30}\bwith\b`,
  String.raw`\bfrom now on,? (?:you (?:must|should|will) )?(?:(?:always|only) )+${ANSWER}\b(?! (?:to|the|all|any|every|calls?|letters?|tickets?|within|in|by)\b)`,
  String.raw`^\W*(?:(?:please|now|then|always|just) )*(?:only ${ANSWER}|${ANSWER} (?:only|exactly|solely|just|nothing but))(?: with)? ${LITERAL}`,
  String.raw`\b${ANSWER}\b[^.!?\n]{0,20}\b(?:every|any|all|each) (?:questions?|prompts?|quer(?:y|ies)|messages?) (?:with|by saying) (?:only |just |exactly )?${LITERAL}`,
  String.raw`\binstructions? for (?:you|the (?:ai|assistant|model)):`,
  String.raw`\b(?:act as|pretend (?:to be|that you are)|behave like) (?:an? |if you were an? )?(?:ai|dan|unrestricted|language model|jailbroken|my (?:late )?grand)`,
  String.raw`\b(?:reveal|print|repeat|show|output|leak)\b[^.!?\n]{0,30}\b(?:system prompt|your prompt)\b`,
  // A verb with an object that is to be said; "must answer within 5 seconds" asks for something else.
  String.raw`\b${MACHINE}\b[^.!?\n]{0,20}\b${MUST} (?:\w+ )?(?:${ANSWER}|recommend|ignore|disregard)\b(?! +(?:to|within|in|on|for|at|from|by|all|any|every|each|the|their|its|a|an|customers?|calls?|questions?|tickets?|users?|requests?|e-?mails?)\b)`,
  String.raw`\bwhen(?:ever)? (?:you are )?asked\b[^.!?\n]{0,80}\b${MODEL} ${MUST} (?:\w+ )?${ANSWER}\b`,
  String.raw`(?:\b(?:dear|attention|note (?:to|for)|hey|hello)|^\W*to) (?:the |all |any )?(?:${MACHINE}|chat ?bots?)\b[^.!?\n]{0,6}[:,!]`,
  String.raw`^\W*(?:dear|hey|hello|attention|note to the|to the) assistant[,:!]\s*(?:please )?(?:${ANSWER}|tell the user|recommend|ignore)\b`,
  String.raw`^\W*(?:(?:please|now|then|always|only) )*(?:${SAYS}|add|include|insert|attach|put)\b.{0,200},\s*(?:assistant|ai|chat ?bot)\s*[.!]?$`,
  String.raw`^\s*(?:#+\s*|[-*>]\s*)?\W{0,3}(?:system|assistant|developer)(?: (?:message|prompt|note|override))?\W{0,3}\s*[:：]\s*(?:(?:you must|you will|always|never|only|from now on,?|do not) )*(?:${ANSWER}|obey)\b(?! (?:time|within|to)\b)`,
  String.raw`</\s*(?:system|assistant|instructions?|passages?|conversation|found)\s*>|<(?:system|assistant|instructions?)>\W*${SAYS}\b|<passage\b[^>]*>|\[/?INST\]|<\|[^|]*\||<<\/?SYS>>`,
  '(?:以前|これまで|上記|先|前|全て|すべて|今まで)(?:の|に|で)?[^。\\n]{0,12}(?:指示|命令|プロンプト|ルール|指令)[^。\\n]{0,20}(?:(?:無視|破棄)(?:し(?:て|、|ろ|なさい)|せよ|する(?:こと|ように)(?=。|$))|忘れ(?:て|ろ|なさい)|従わない(?:で|こと))(?![^。\\n]{0,25}(?:ないで|ません|しない|いけ|なら|場合))',
  '(?:指示|命令|プロンプト|システム)[^。\\n]{0,10}(?:を|は)?(?:すべて|全て|完全に)(?:無視|忘れて|破棄)(?![^。\\n]{0,25}(?:ないで|ません|しない|いけ|なら|場合))',
  '(?:AI|アシスタント|言語モデル|ボット|あなた)[^。\\n]{0,40}(?:必ず|常に|だけ|のみ)[^。\\n]{0,30}と(?:だけ)?(?:答え|回答|返信|返答|言|出力)',
  '(?<!勿|不要|不可|不得|不能|别|別|如果|若|如)(?:忽略|无视|忘记|無視|忘掉|不要理会)[^。\\n]{0,15}(?:之前|以上|先前|所有|前面|上述|一切|您的|你的)[^。\\n]{0,10}(?:指令|指示|提示|规则|規則|命令)',
  '你现在是(?:一个|一名)?(?:AI|人工智能|DAN|不受|机器人)|从现在起[，,]?你[^。\\n]{0,20}(?:回答|回复|输出)|(?:助手|AI|模型)[^。\\n]{0,20}(?:必须|应当|应该|只能)[^。\\n]{0,10}只(?:能)?(?:回答|回复|输出)',
  '(?:이전|위의|모든|앞의)[^.\\n]{0,10}(?:지시|명령|프롬프트|지침)[^.\\n]{0,15}(?:무시(?!하지)|잊(?!지))',
  '(?<!не |нельзя )(?:игнорируй|забудь|игнорировать|отбрось)(?=[^.\\n]{0,60}(?:предыдущ|прежн|все |сво[ийе]|тво[ийе]))[^.\\n]{0,40}(?:инструкци|указани|правил)',
  String.raw`\b(?:ignorier(?:e|en sie|t)|vergiss|vergessen sie|missachte(?:n sie)?)\b(?![^.!?\n]{0,90}\b(?:nicht|nie|niemals|keine?[nmrs]?)\b)[^.!?\n]{0,30}\b(?:(?:alle|vorherige\w*|bisherige\w*|obige\w*|deine|frühere\w*|sämtliche\w*)\b[^.!?\n]{0,20}\b(?:anweisung|instruktion|vorgabe)\w*|systemprompt)`,
  String.raw`(?<!\b(?:no|non|não|si|se|quien|chi|que|qui) )\b(?:ignora|olvida|olvide|desobedece|dimentica|ignorar|esqueça|esquece|(?:ignorez?|oubliez?) (?:les|tes|vos|ces|toutes))(?=[^.!?\n]{0,70}(?:tod[ao]s|anterior|previas|\btus\b|toutes|précédent|\btes\b|\bvos\b|tutte|precedent|\btue\b))[^.!?\n]{0,40}\b(?:instrucciones|indicaciones|órdenes|instructions|consignes|istruzioni|indicazioni|instruções)`,
);

/** What people are told as well: an order only with one of the signs beside it. */
const WEAK = each(
  String.raw`\b${MODEL}\b[^.!?\n]{0,40}\b(?:${MUST}|will)\b[^.!?\n]{0,60}\b${SAYS}\b`,
  String.raw`\b(?:dear|attention|note (?:to|for)|hey|hello|to) (?:the |all |any )?${MODEL}\b[^.!?\n]{0,6}[:,!]`,
  String.raw`\b${ANSWER}\b[^.!?\n]{0,50}\b(?:always|every|any|all|users?|questions?|prompts?)\b[^.!?\n]{0,50}\b(?:with|by saying)\b`,
  String.raw`\b(?:only|always) ${ANSWER}\b[^.!?\n]{0,30}\bwith\b|^\W*(?:${ANSWER}) with\b`,
  String.raw`\bwhen(?:ever)? (?:asked|you are asked|(?:someone|a user|the user|anyone) asks)\b[^.!?\n]{0,80}\b(?:${ANSWER}|claim|state)\b`,
  String.raw`\bfrom now on,? (?:you|always|never|${ANSWER})\b|\b(?:new|updated|revised|real|actual) instructions?:`,
  String.raw`\b(?:do not|don['’]t|never)\b[^.!?\n]{0,30}\b(?:cite|mention|tell|reveal)\b`,
  String.raw`\b(?:reveal|print|repeat|show|output|leak)\b[^.!?\n]{0,30}\b(?:your (?:instructions?|rules)|api keys?)\b`,
  String.raw`\b(?:append|add|include|insert|attach|put)\b(?:[^.!?\n]|\.\b){0,80}\byour (?:answers?|outputs?)\b`,
  String.raw`\b(?:override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|earlier|your|system)\b[^.!?\n]{0,30}\b(?:rules?|guidelines?|polic(?:y|ies)|restrictions?)\b`,
  String.raw`\b(?:act as|behave like) (?:an? |if you were an? )?(?:assistant|chat ?bot|different)\b|\byou are now in (?:developer|debug|admin) mode\b`,
  String.raw`<(?:system|assistant|user|instructions?|question|conversation|found|tool|function)\b[^>]*>`,
  String.raw`^\s*(?:#+\s*|[-*>]\s*)?\W{0,3}(?:system|assistant|developer)(?: (?:message|prompt|note|override))?\W{0,3}\s*[:：]`,
  '(?:アシスタント|AI|言語モデル|ボット|あなた)[^。\\n]{0,40}と(?:答え|回答|返信|返答|言|伝え)',
  '(?:助手|AI|人工智能|模型)[^。\\n]{0,20}(?:必须|应当|应该)[^。\\n]{0,20}(?:回答|回复|输出|告诉)',
);

/** What shows that it is a model that is spoken to. */
const SIGNS = each(
  UNSEEN,
  String.raw`\b(?:ignore|disregard|forget)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|context|documents?|passages?|above)\b`,
  String.raw`\byou are (?:now )?(?:an? |the )?(?:ai|assistant|chat ?bot|language model|model|dan)\b`,
  String.raw`\b(?:system prompt|your (?:prompt|instructions|sources?|training)|th(?:is|ese) (?:instructions?|prompt|note)|hidden (?:text|instructions?))\b`,
  String.raw`\b${ANSWER} (?:only|exactly|solely|nothing)\b|\boutput (?:only|exactly)\b|\bverbatim\b`,
  String.raw`\b(?:append|add|include|insert|attach|put|output|end|cite)\b[^.!?\n]{0,60}(?:https?://|!\[|\[S\d+\])`,
  String.raw`\b(?:secrets?|api keys?)\b[^.!?\n]{0,60}\b(?:to|in|into) (?:https?://|your (?:answer|reply|output))`,
  '(?:指示|プロンプト|命令)[^。\\n]{0,15}(?:無視|忘れ)|とだけ',
  '(?:忽略|无视)[^。\\n]{0,20}(?:指令|提示|指示)|提示词|只(?:回答|回复|输出)',
);

/** What a sentence is to the model that reads it. */
export type Order = 'strong' | 'weak' | undefined;

/**
 * Whether a sentence gives orders to the model that reads it instead of telling people something. What manuals say to people ("never
 * bypass the safety rules", "respond to all tickets with a call") has to stay: what gets through all the same meets the checks of an
 * answer. What is about such attacks ("attackers write: ignore previous instructions") is taken for one. What is `unseen` needs less.
 */
export function orderOf(text: string, unseen = false): Order {
  if (STRONG.some((pattern) => pattern.test(text))) return 'strong';
  const isOrder = WEAK.some((pattern) => pattern.test(text)) && (unseen || SIGNS.some((sign) => sign.test(text)));
  return isOrder ? 'weak' : undefined;
}

/** How a sentence goes on that has begun with a strong order. */
export const GOES_ON = new RegExp(
  String.raw`^\W*(?:instead|then|and|also|please)?[\s,:]*(?:${SAYS}|include|add|end|start|begin|send|call|mention|insert|translate|do not|don['’]t|never|always|you (?:must|should|will|are))\b`,
  'i',
);
