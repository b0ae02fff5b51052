import { z } from 'zod';

/** The settings of a part of the environment, as its schema reads them. */
export type Settings<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** A whole number between two bounds. */
export const whole = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be from ${minimum} to ${maximum}`)
    .prefault(String(fallback));

/** A decimal number between two bounds. */
export const decimal = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a decimal number such as 0.25')
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be from ${minimum} to ${maximum}`);

/** JSON of a schema. */
export const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** A pattern as a person writes it, without slashes and flags. */
export const pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 'gu');
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is no regular expression' });
    return z.NEVER;
  }
});

/** A list of names, separated by commas. */
export const names = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
