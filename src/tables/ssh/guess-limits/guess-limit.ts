/** What a mechanism does about an address, or an account, that tries password after password. */
export interface Judgement {
  /** Whether it stops them; undefined if that isn't known. */
  isEffective: boolean | undefined;
  /** Its limit, or why it has no effect. */
  reason: string;
}

export interface GuessLimit {
  mechanism: string;
  /** False for one that spares root. */
  coversRoot: boolean;
  judge(port: number): Judgement;
}

export const effective = (reason: string): Judgement => ({ isEffective: true, reason });
export const ineffective = (reason: string): Judgement => ({ isEffective: false, reason });
export const unknownEffect = (reason: string): Judgement => ({ isEffective: undefined, reason });

/** A limit that is the same on every port and for every account. */
export const everywhere = (mechanism: string, judgement: Judgement): GuessLimit => ({
  mechanism,
  coversRoot: true,
  judge: () => judgement,
});

/** More guesses in a row, or more a second in the long run, are as good as unlimited. */
export const mostInARow = 10;
export const mostPerSecond = 1;
