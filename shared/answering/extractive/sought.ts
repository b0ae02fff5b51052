/** What a question may want to know of a thing whatever the thing is, and how a document heads and says that. */
interface Sought {
  readonly asks: RegExp;
  readonly heading: RegExp;
  /** Of a sentence that says it. */
  readonly says?: RegExp;
  /** Whether it is told step by step: then one step is no answer. */
  readonly inSteps: boolean;
}

const SOUGHT: readonly Sought[] = [
  {
    asks: /\bwhat (?:does|do|is|are)\b.*\b(?:mean|meaning)\b|\bmeaning of\b|\bwas (?:bedeutet|heißt)\b|\bqué significa\b|\bque (?:signifie|veut dire)\b|意味|是什么意思/iu,
    heading: /^(?:meaning|definition|what (?:it|this) means|bedeutung|significado|signification|意味|含义)$/iu,
    says: /\b(?:means|bedeutet|significa|signifie)\b/iu,
    inSteps: false,
  },
  {
    asks: /\bwhat (?:do|should|can|must|shall) (?:i|we|you|one) do\b|\bwhat to do\b|\bhow (?:do|can|should) (?:i|we|you) (?:fix|clear|solve|resolve|remedy)\b|\bwas (?:tun|kann ich tun|muss ich tun|mache ich)\b|\bqué (?:hago|hacer|debo hacer)\b|\bque (?:faire|dois-je faire)\b/iu,
    heading:
      /^(?:what (?:to|you can) do|remed(?:y|ies)|solutions?|fix|corrective actions?|how to (?:fix|clear|solve) (?:it|this)|abhilfe|was tun|maßnahmen|qué hacer|solución|que faire|対処方?法?|处理方法)$/iu,
    inSteps: true,
  },
  {
    asks: /\bwhy\b|\bcauses?\b|\bwarum\b|\bursachen?\b|\bpor qué\b|\bpourquoi\b|原因/iu,
    heading: /^(?:(?:likely|possible|common|probable|mögliche) )?(?:causes?|ursachen?|causas?)$/iu,
    inSteps: false,
  },
];

export const soughtBy = (question: string): Sought | undefined => SOUGHT.find(({ asks }) => asks.test(question));

/** The nearest heading above a passage. */
export const lastHeading = (section: string): string => section.split(' > ').at(-1) ?? '';
