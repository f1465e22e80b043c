import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { AgentType, AudienceSize, Category, Goal, Niche, UserType } from './rules.ts'

/** Uses the language of the page, unless `options` name another. */
export type OptionName = (inputs?: Record<string, never>, options?: { locale?: Locale }) => string

type Names<Id extends string> = Record<Id, OptionName>

export const audienceNames: Names<AudienceSize> = {
  '0-1000': m.survey_audience_0_1000,
  '1000-5000': m.survey_audience_1000_5000,
  '5000-20000': m.survey_audience_5000_20000,
  '20000+': m.survey_audience_20000_plus,
}

export const categoryNames: Names<Category> = {
  business: m.survey_category_business,
  marketing: m.survey_category_marketing,
  sales: m.survey_category_sales,
  finance: m.survey_category_finance,
  law: m.survey_category_law,
  health: m.survey_category_health,
  nutrition: m.survey_category_nutrition,
  fitness: m.survey_category_fitness,
  psychology: m.survey_category_psychology,
  education: m.survey_category_education,
  languages: m.survey_category_languages,
  technology: m.survey_category_technology,
  data: m.survey_category_data,
  design: m.survey_category_design,
  media: m.survey_category_media,
  career: m.survey_category_career,
  real_estate: m.survey_category_real_estate,
  gastronomy: m.survey_category_gastronomy,
  others: m.survey_category_others,
}

export const goalNames: Names<Goal> = { sell: m.survey_goal_sell, integrate: m.survey_goal_integrate }

export const userTypeNames: Names<UserType> = {
  creator: m.survey_user_type_creator,
  company: m.survey_user_type_company,
  developer: m.survey_user_type_developer,
  student: m.survey_user_type_student,
  other: m.survey_user_type_other,
}

export const nicheNames: Names<Niche> = {
  social_media: m.survey_niche_social_media,
  ecommerce: m.survey_niche_ecommerce,
  productivity: m.survey_niche_productivity,
  marketing: m.survey_niche_marketing,
  freelancers: m.survey_niche_freelancers,
  product: m.survey_niche_product,
  design: m.survey_niche_design,
  development: m.survey_niche_development,
  sales: m.survey_niche_sales,
  education: m.survey_niche_education,
  healthcare: m.survey_niche_healthcare,
  finance: m.survey_niche_finance,
  others: m.survey_niche_others,
}

export const agentTypeNames: Names<AgentType> = {
  chatbot: m.survey_agent_type_chatbot,
  consultant: m.survey_agent_type_consultant,
  content: m.survey_agent_type_content,
  data_analysis: m.survey_agent_type_data_analysis,
  other: m.survey_agent_type_other,
}
